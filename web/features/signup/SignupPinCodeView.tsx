import { useQuery } from '@apollo/client/react';
import { type ReactNode, useEffect } from 'react';
import type { SignupStepFragment } from '@/generated/fragments';
import { SignupEmailDocument } from '@/generated/SignupEmail';
import { SignupPinCodeDocument } from '@/generated/SignupPinCode';
import { SignupPinCodeScreenDocument } from '@/generated/SignupPinCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { WantedPlan } from '@/layouts/WantedPlan';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { CodeStep, useResend } from '@/ui/CodeStep';
import { TextLink } from '@/ui/TextLink';
import { emailTaken, LoginPrompt } from './LoginPrompt';
import { useCodeName } from './useCodeName';

/**
 * The PIN step: the mailed code proves the address. Without a time to send it again, none is on its
 * way: its mail was refused.
 */
export function SignupPinCodeView() {
  const { t } = useTranslation('signup');
  const { data } = useQuery(SignupPinCodeScreenDocument);
  const screen = data?.screen;
  if (!screen?.email) return null;
  return (
    <PinCodeForm screen={screen} email={screen.email}>
      <TextLink href={paths.signupAuth(screen.returnTo)} className="self-center">
        {t('pinCode.change')}
      </TextLink>
    </PinCodeForm>
  );
}

type Props = {
  screen: Pick<SignupStepFragment, 'step' | 'totalSteps' | 'pinCodeMinutes' | 'resendAt' | 'returnTo' | 'wantedPlan'>;
  email: string;
  /** The page has come to ask for the code without a reload: its field takes the focus. */
  focused?: boolean;
  /** The way back to another address. */
  children: ReactNode;
};

export function PinCodeForm({ screen, email, focused = false, children }: Props) {
  const { t } = useTranslation('signup');
  const code = useCodeName();
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const proof = useAction(SignupPinCodeDocument, form, {
    failure: { says: t('pinCode.failed'), instead: true }, // E-019; an address in use has its own text (E-020)
    rename: (error) =>
      error.code === 'PIN_CODE_ERROR' ? { ...error, field: 'pinCode', message: t('pinCode.wrong', { code }) } : error,
  });
  const resend = useResend(SignupEmailDocument);
  useEffect(() => {
    if (focused) form.setFocus('pinCode');
  }, [focused, form]);
  return (
    <>
      <WantedPlan plan={screen.wantedPlan} first="signup" />
      <PageHeading title={t('pinCode.title', { code })} step={screen.step} total={screen.totalSteps} />
      <CodeStep
        code={code}
        sent={{ to: email, isSent: screen.resendAt !== null, minutes: screen.pinCodeMinutes }}
        form={form}
        action={proof}
        ns="signup"
        name="pinCode"
        onSubmit={(values) => proof.run({ ...values, returnTo: screen.returnTo })}
        submit={t('pinCode.submit')}
        before={proof.notice?.code === emailTaken && <LoginPrompt returnTo={screen.returnTo} />}
        resend={{ action: resend, run: () => resend.run({ type: 'signUp', email }) }}
        links={children}
      />
    </>
  );
}
