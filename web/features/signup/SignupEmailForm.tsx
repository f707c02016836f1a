import type { ReactNode } from 'react';
import { LinkingNote } from '@/features/social/LinkingNote';
import type { SignupStepFragment } from '@/generated/fragments';
import { SignupEmailDocument } from '@/generated/SignupEmail';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useRecheck } from '@/lib/useRecheck';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useMailDomainHint } from '@/ui/useMailDomainHint';
import { drafts } from './drafts';
import { LoginPrompt } from './LoginPrompt';
import { afterChange, Policies, useConsent } from './Policies';
import { useCodeName } from './useCodeName';

type Props = {
  screen: Pick<
    SignupStepFragment,
    'step' | 'totalSteps' | 'email' | 'policies' | 'linking' | 'returnTo' | 'wantedPlan'
  >;
  refetch: () => Promise<void>;
  /** Other ways, below the form. */
  children?: ReactNode;
};

const rechecked = { email: 'emailConfirm', emailConfirm: 'emailConfirm' } as const;

/**
 * The email step: the address twice, and the store's texts where they have no step of their own.
 */
export function SignupEmailForm({ screen, refetch, children }: Props) {
  const { t } = useTranslation('signup');
  const code = useCodeName();
  const domain = useMailDomainHint();
  const known = screen.email ?? '';
  const form = useForm(async () => (await import('./schema')).emailSchema, { email: known, emailConfirm: known });
  const action = useAction(SignupEmailDocument, form, {
    failure: { says: t('form.failed') },
    onTold: afterChange(refetch),
  });
  const consent = useConsent(screen.policies);

  useRecheck(form, rechecked);
  const compare = () => {
    if (form.getValues('emailConfirm') !== '') void form.trigger('emailConfirm');
  };

  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="signup" />
      <PageHeading
        title={t('email.title')}
        lead={t('email.lead', { code })}
        step={screen.step}
        total={screen.totalSteps}
      />
      <LinkingNote account={screen.linking} />
      <Form
        form={form}
        action={action}
        ns="signup"
        draft={{ name: drafts.address, isFlow: true }}
        onSubmit={({ email }) =>
          action.run({
            type: 'signUp',
            email,
            policyConsentData: consent.records.length > 0 ? consent.records : null,
            returnTo: screen.returnTo,
          })
        }
      >
        <TextField
          name="email"
          label={t('email.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          hint={domain}
          onLeave={compare}
        />
        <TextField
          name="emailConfirm"
          label={t('email.emailConfirm')}
          type="email"
          inputMode="email"
          autoComplete="off"
          hint={t('email.emailConfirmHint')}
          onLeave={compare}
        />
        {consent.texts.length > 0 && (
          <section aria-label={t('email.policies')} className="flex flex-col gap-6">
            <Policies consent={consent} />
          </section>
        )}
        <SubmitButton disabled={!consent.allAgreed}>{t('email.send', { code })}</SubmitButton>
      </Form>
      {children}
      <LoginPrompt returnTo={screen.returnTo} />
    </>
  );
}
