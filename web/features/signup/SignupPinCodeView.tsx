import type { SignupStepFragment } from '@/generated/fragments';
import { SignupEmailDocument } from '@/generated/SignupEmail';
import { SignupPinCodeDocument } from '@/generated/SignupPinCode';
import { SignupPinCodeScreenDocument } from '@/generated/SignupPinCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { type Notice, useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { CodeField } from '@/ui/CodeField';
import { ActionNotice, Form, SubmitButton } from '@/ui/Form';
import { ResendButton } from '@/ui/ResendButton';
import { toast } from '@/ui/Toast';
import { emailTaken, LoginPrompt } from './LoginPrompt';
import { labelled, useCodeName } from './useCodeName';
import { useMailDomainHint } from './useMailDomainHint';

/** The PIN step: the mailed code proves the address. */
export function SignupPinCodeView() {
  const { screen } = usePageQuery(SignupPinCodeScreenDocument);
  if (!screen?.email) return null;
  return <PinCodeForm screen={screen} email={screen.email} />;
}

type Props = { screen: Pick<SignupStepFragment, 'step' | 'totalSteps' | 'pinCodeMinutes'>; email: string };

function PinCodeForm({ screen, email }: Props) {
  const { t } = useTranslation('signup');
  const code = useCodeName();
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const proof = useAction(SignupPinCodeDocument, form, {
    onUserErrors: (errors) =>
      errors.map((error) =>
        error.code === 'PIN_CODE_ERROR' ? { ...error, field: 'pinCode', message: t('pinCode.wrong', { code }) } : error,
      ),
  });
  const taken = proof.notice?.code === emailTaken;
  return (
    <>
      <PageHeading title={t('pinCode.title', { code })} step={screen.step} total={screen.totalSteps} />
      <div className="flex flex-col gap-3">
        <p>{t('pinCode.sentTo', { code })}</p>
        <p className="font-bold">{email}</p>
        <p>{t('pinCode.lead', { code, minutes: screen.pinCodeMinutes })}</p>
      </div>
      <Form
        form={form}
        action={{ ...proof, notice: worded(proof.notice, t('pinCode.failed')) }}
        ns="signup"
        onSubmit={(values) => proof.run(values)}
      >
        {taken && <LoginPrompt />}
        <CodeField name="pinCode" label={labelled(code)} />
        <SubmitButton onceFor="pinCode">{t('pinCode.submit')}</SubmitButton>
      </Form>
      <Resend email={email} />
      <Link href={paths.signupAuth} className="inline-flex min-h-11 items-center self-center">
        {t('pinCode.change')}
      </Link>
    </>
  );
}

/**
 * On this page a failure is a failed proof (E-019). Two say more: an address in use has its own text (E-020), and who has tried
 * too often is also told to wait.
 */
function worded(notice: Notice | null, failed: string): Notice | null {
  if (!notice || notice.code === emailTaken) return notice;
  const wait = notice.code === 'TOO_MANY_REQUESTS' ? (notice.message ?? '') : '';
  return { code: 'FAILED', message: `${failed}${wait && ` ${wait}`}` };
}

function Resend({ email }: { email: string }) {
  const { t } = useTranslation('signup');
  const code = useCodeName();
  const domain = useMailDomainHint();
  const resend = useAction(SignupEmailDocument, undefined, {
    onDone: () => {
      toast.done(t('pinCode.resent', { code }));
      return false;
    },
  });
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      <p className="text-sm text-ink-2">{t('pinCode.notArrived')}</p>
      {domain && <p className="text-sm text-ink-2">{domain}</p>}
      <ActionNotice action={resend} ns="signup" fallback="pinCode.sendFailed" />
      <ResendButton onResend={() => resend.run({ type: 'signUp', email })} />
    </section>
  );
}
