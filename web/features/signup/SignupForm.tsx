import { useState } from 'react';
import { CustomFields } from '@/features/registration/CustomFields';
import { FormSection } from '@/features/registration/FormSection';
import { NameFields, PersonFields } from '@/features/registration/ProfileFields';
import { customInput } from '@/features/registration/profileData';
import { LinkingNote } from '@/features/social/LinkingNote';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { SignupConfirmDocument } from '@/generated/SignupConfirm';
import type { SignupFormScreenQuery } from '@/generated/SignupFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { isRequired, ruleOf } from '@/lib/limits';
import { useRecheck } from '@/lib/useRecheck';
import { AddressFields, usesAddress } from '@/ui/AddressFields';
import { Form, SubmitButton } from '@/ui/Form';
import { PasswordField } from '@/ui/PasswordField';
import { PasswordRules } from '@/ui/PasswordRules';
import { TextField } from '@/ui/TextField';
import { drafts } from './drafts';
import { EmailFields } from './EmailFields';
import { formInput, formValues } from './formData';
import { afterChange, Policies, useConsent } from './Policies';
import { UserIdField } from './UserIdField';

type Screen = NonNullable<SignupFormScreenQuery['screen']>;

/** What the form knows before anything is typed into it. */
const given = new Set(['__typename', 'email', 'socialEmail']);

const rechecked = { userId: 'userId' } as const;

type Props = { screen: Screen; setting: RegistrationSettingFragment; refetch: () => Promise<void> };

/**
 * The sign-up form, in the style that asks for all at once: every field the store uses, filled with
 * what was typed before.
 */
export function SignupForm({ screen, setting, refetch }: Props) {
  const { t } = useTranslation('signup');
  const { formData: kept, customAssociatedInfo: custom, policies } = screen;
  const [proved] = useState(kept?.email ?? '');
  const [taken] = useState(() => new Set<string>());
  const schema = async () => (await import('./schema')).signupFormSchema(setting, proved, taken);
  const form = useForm(schema, formValues(setting, kept, custom));
  const confirm = useAction(SignupConfirmDocument, form, {
    failure: { says: t('form.failed') },
    onTold: afterChange(refetch),
  });
  const consent = useConsent(policies);
  useRecheck(form, rechecked);
  const typedBefore = Object.entries(kept ?? {}).some(([name, value]) => !given.has(name) && value !== null);

  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="signup" />
      <PageHeading
        title={t('form.title')}
        lead={
          typedBefore && ruleOf(setting.password) !== 'NOT_USE'
            ? t('form.again')
            : t('form.lead', { count: requiredFields(setting) })
        }
        step={screen.step}
        total={screen.totalSteps}
      />
      <LinkingNote account={screen.linking} />
      <Form
        form={form}
        action={confirm}
        ns="signup"
        draft={{ name: drafts.form, isFlow: true, about: kept?.email }}
        className="flex flex-col gap-10"
        onSubmit={(values) =>
          confirm.run({
            inputtedData: {
              formData: formInput(values),
              customAssociatedInfoData: customInput(values),
              policyConsentData: consent.records,
              policies: policies.map(({ renderData: _, ...policy }) => policy),
              accountRegistrationSetting: setting,
            },
            returnTo: screen.returnTo,
          })
        }
      >
        <FormSection title={t('form.account')}>
          <EmailFields proved={proved} returnTo={screen.returnTo} />
          {kept?.socialEmail && (
            <TextField
              name="socialEmail"
              label={t('fields.socialEmail')}
              hint={t('fields.socialEmailHint')}
              type="email"
              autoComplete="off"
              readOnly
            />
          )}
          {ruleOf(setting.userId) !== 'NOT_USE' && <UserIdField required={isRequired(setting.userId)} taken={taken} />}
          {ruleOf(setting.password) !== 'NOT_USE' && <PasswordFields setting={setting} />}
        </FormSection>
        <NameFields setting={setting} />
        <PersonFields setting={setting} />
        {usesAddress(setting) && <AddressFields rules={setting} />}
        <CustomFields items={setting.customAssociatedInfo} />
        {policies.length > 0 && (
          <FormSection title={t('form.policies')}>
            <p>{t('form.policiesLead')}</p>
            <Policies consent={consent} />
          </FormSection>
        )}
        <SubmitButton disabled={!consent.allAgreed}>{t('form.submit')}</SubmitButton>
      </Form>
    </>
  );
}

function PasswordFields({ setting }: { setting: RegistrationSettingFragment }) {
  const { t } = useTranslation('signup');
  const required = isRequired(setting.password);
  return (
    <>
      <PasswordField
        name="password"
        label={t('fields.password')}
        required={required}
        autoComplete="new-password"
        hint={<PasswordRules setting={setting} />}
      />
      <PasswordField
        name="passwordConfirm"
        label={t('fields.passwordConfirm')}
        required={required}
        autoComplete="new-password"
        hint={t('fields.passwordConfirmHint')}
      />
    </>
  );
}

/**
 * How many fields wait for the member. The address was proved before and is filled in; a password
 * is typed twice.
 */
function requiredFields({ customAssociatedInfo, country: _, ...setting }: RegistrationSettingFragment): number {
  const rules = [...Object.values(setting), setting.password, ...customAssociatedInfo.map(({ rule }) => rule)];
  return rules.filter((rule) => rule === 'REQUIRED').length;
}
