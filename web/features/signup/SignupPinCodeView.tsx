import type { SignupStepFragment } from '@/generated/fragments';
import { SignupEmailDocument } from '@/generated/SignupEmail';
import { SignupPinCodeDocument } from '@/generated/SignupPinCode';
import { SignupPinCodeScreenDocument } from '@/generated/SignupPinCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { type Notice, useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend, CodeSent } from '@/ui/MailedCode';
import { emailTaken, LoginPrompt } from './LoginPrompt';
import { useCodeName } from './useCodeName';

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
  const resend = useAction(SignupEmailDocument, undefined, { onDone: () => false }); // its redirectTo is this page
  const taken = proof.notice?.code === emailTaken;
  return (
    <>
      <PageHeading title={t('pinCode.title', { code })} step={screen.step} total={screen.totalSteps} />
      <CodeSent code={code} address={email} minutes={screen.pinCodeMinutes} />
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
      <CodeResend code={code} action={resend} onResend={() => resend.run({ type: 'signUp', email })} />
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
