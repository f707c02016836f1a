import { useState } from 'react';
import { CustomFields } from '@/features/registration/CustomFields';
import { NameFields, PersonFields } from '@/features/registration/ProfileFields';
import { customInput } from '@/features/registration/profileData';
import { LinkingNote } from '@/features/social/LinkingNote';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { SignupDocument } from '@/generated/Signup';
import type { SignupFormScreenQuery } from '@/generated/SignupFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { isRequired, ruleOf } from '@/lib/limits';
import { useLocale } from '@/lib/pageContext';
import { AddressFields, usesAddress } from '@/ui/AddressFields';
import { Form, SubmitButton } from '@/ui/Form';
import { LoginName, PasswordField } from '@/ui/PasswordField';
import { PasswordRules } from '@/ui/PasswordRules';
import { drafts, forgetSignup } from './drafts';
import { FullNameField } from './FullNameField';
import { inlineFormInput, inlineFormValues } from './formData';
import { asksFullName, atFullName } from './fullName';
import { emailTaken, LoginPrompt } from './LoginPrompt';
import { afterChange, recordsOf } from './Policies';
import { PolicyLinks } from './PolicyLinks';
import { UserIdField } from './UserIdField';

type Props = {
  screen: NonNullable<SignupFormScreenQuery['screen']>;
  setting: RegistrationSettingFragment;
  refetch: () => Promise<void>;
};

/**
 * The last page of the inline style: what the store needs, which is all that the setting names, and
 * the password once. Its button makes the account.
 */
export function InlineForm({ screen, setting, refetch }: Props) {
  const { t } = useTranslation('signup');
  const { formData: kept, customAssociatedInfo: custom, policies, wantedPlan } = screen;
  const locale = useLocale();
  const nameIn = asksFullName(setting, kept, locale) ? locale : null;
  const [taken] = useState(() => new Set<string>());
  const schema = async () => (await import('./schema')).inlineFormSchema(setting, taken, nameIn);
  const form = useForm(schema, inlineFormValues(setting, kept, custom, locale));
  const signup = useAction(SignupDocument, form, {
    failure: { says: t('form.failed') },
    rename: nameIn ? atFullName : undefined,
    onDone: forgetSignup,
    onTold: afterChange(refetch),
  });
  const button = wantedPlan ? t('inline.registerForPlan') : t('confirm.register');
  return (
    <>
      <WantedPlan plan={wantedPlan} first="signup" />
      <PageHeading
        title={t('form.title')}
        lead={t('inline.formLead')}
        step={wantedPlan && screen.step}
        total={screen.totalSteps}
      />
      <LinkingNote account={screen.linking} />
      <Form
        form={form}
        action={signup}
        ns="signup"
        draft={{ name: drafts.form, isFlow: true, about: kept?.email }}
        className="flex flex-col gap-8"
        onSubmit={(values) =>
          signup.run({
            formData: inlineFormInput(values, nameIn),
            customAssociatedInfo: customInput(values),
            policyConsentData: policies.length > 0 ? recordsOf(policies) : null,
            returnTo: screen.returnTo,
          })
        }
      >
        {signup.notice?.code === emailTaken && <LoginPrompt returnTo={screen.returnTo} />}
        {kept?.email && (
          <p className="text-sm">
            <span className="text-ink-2">{t('fields.email')}</span>{' '}
            <span className="font-bold break-all">{kept.email}</span>
          </p>
        )}
        <LoginName identifier={kept?.email ?? null} />
        <NameFields setting={setting} fullName={nameIn && <FullNameField locale={nameIn} />} />
        <PersonFields setting={setting} />
        {usesAddress(setting) && <AddressFields rules={setting} />}
        <CustomFields items={setting.customAssociatedInfo} />
        {ruleOf(setting.userId) !== 'NOT_USE' && <UserIdField required={isRequired(setting.userId)} taken={taken} />}
        {ruleOf(setting.password) !== 'NOT_USE' && (
          <PasswordField
            name="password"
            label={t('fields.password')}
            required={isRequired(setting.password)}
            autoComplete="new-password"
            hint={<PasswordRules setting={setting} />}
          />
        )}
        <div className="flex flex-col gap-4">
          <SubmitButton>{button}</SubmitButton>
          <PolicyLinks policies={policies} button={button} />
        </div>
      </Form>
    </>
  );
}
