import { type ReactNode, useEffect, useState } from 'react';
import { LinkingNote } from '@/features/social/LinkingNote';
import type { SignupStepFragment } from '@/generated/fragments';
import { SignupEmailDocument } from '@/generated/SignupEmail';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useFirstFocus } from '@/lib/firstFocus';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { drafts } from './drafts';
import { LoginPrompt } from './LoginPrompt';
import { afterChange, recordsOf } from './Policies';
import { PolicyLinks } from './PolicyLinks';
import { PinCodeForm } from './SignupPinCodeView';
import { useCodeName } from './useCodeName';

type Props = {
  screen: Omit<SignupStepFragment, 'flowError' | 'redirectTo'>;
  refetch: () => Promise<void>;
  /** Other ways in, below the form. */
  children?: ReactNode;
};

/**
 * The first page of the inline style: the address once, and in its place the code, as soon as it is
 * sent. Which of the two is asked for, the server says, so a reload keeps it; the visitor can come
 * back to the address.
 */
export function InlineAddress({ screen, refetch, children }: Props) {
  const { t } = useTranslation('signup');
  const [changes, setChanges] = useState(false);
  const [isSentNow, setSentNow] = useState(false);
  if (screen.asksCode && screen.email && !changes) {
    const counted = { ...screen, step: screen.wantedPlan && screen.step };
    return (
      <PinCodeForm key={screen.email} screen={counted} email={screen.email} focused={isSentNow}>
        <Button kind="text" onClick={() => setChanges(true)}>
          {t('pinCode.change')}
        </Button>
      </PinCodeForm>
    );
  }
  const sent = async () => {
    await refetch();
    setSentNow(true);
    setChanges(false);
  };
  return (
    <Address
      screen={screen}
      refetch={refetch}
      onSent={sent}
      onBack={screen.asksCode ? () => setChanges(false) : undefined}
      focused={changes}
    >
      {children}
    </Address>
  );
}

type AddressProps = Props & {
  onSent: () => Promise<void>;
  /** Leads to the code that was sent, where there is one. */
  onBack?: () => void;
  focused: boolean;
};

function Address({ screen, refetch, onSent, onBack, focused, children }: AddressProps) {
  const { t } = useTranslation('signup');
  const code = useCodeName();
  const form = useForm(async () => (await import('./schema')).addressSchema, { email: screen.email ?? '' });
  const action = useAction(SignupEmailDocument, form, {
    failure: { says: t('form.failed') },
    follow: 'stay',
    onDone: onSent,
    onTold: afterChange(refetch),
  });
  useFirstFocus(form, 'email');
  useEffect(() => {
    if (focused) form.setFocus('email');
  }, [focused, form]);
  const button = t('email.send', { code });
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="signup" />
      <PageHeading
        title={t('inline.title')}
        lead={t('email.lead', { code })}
        step={screen.wantedPlan && screen.step}
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
            policyConsentData: screen.policies.length > 0 ? recordsOf(screen.policies) : null,
            returnTo: screen.returnTo,
          })
        }
      >
        <TextField name="email" label={t('email.email')} type="email" inputMode="email" autoComplete="username" />
        <SubmitButton>{button}</SubmitButton>
        <PolicyLinks policies={screen.policies} button={button} />
      </Form>
      {onBack && (
        <Button kind="text" onClick={onBack}>
          {t('pinCode.back', { code })}
        </Button>
      )}
      {children}
      <LoginPrompt returnTo={screen.returnTo} />
    </>
  );
}
