import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { WithdrawDocument } from '@/generated/Withdraw';
import { WithdrawPinCodeScreenDocument, type WithdrawPinCodeScreenQuery } from '@/generated/WithdrawPinCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend, CodeSent } from '@/ui/MailedCode';

type Screen = NonNullable<WithdrawPinCodeScreenQuery['screen']>;

/** The mailed code ends the membership. */
export function WithdrawPinCodeView() {
  const { screen } = usePageQuery(WithdrawPinCodeScreenDocument);
  if (!screen?.sendTo) return null;
  return <PinCodeForm screen={screen} sendTo={screen.sendTo} />;
}

function PinCodeForm({ screen, sendTo }: { screen: Screen; sendTo: string }) {
  const { t } = useTranslation('withdraw');
  const { codeName: code, codeMinutes: minutes } = screen;
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const leave = useAction(WithdrawDocument, form);
  const resend = useAction(SendPinCodeDocument);
  return (
    <>
      <PageHeading title={t('pinCode.title', { code })} />
      <CodeSent code={code} address={sendTo} minutes={minutes} />
      <p>{t('pinCode.lead')}</p>
      <Form form={form} action={leave} ns="withdraw" fallback="errors.default" onSubmit={(values) => leave.run(values)}>
        {leave.notice?.code === 'CONTRACT_REMAINS' && <Link href={paths.withdraw}>{t('pinCode.toContracts')}</Link>}
        <CodeField name="pinCode" label={labelled(code)} />
        <SubmitButton kind="danger" onceFor="pinCode">
          {t('pinCode.submit')}
        </SubmitButton>
      </Form>
      <CodeResend code={code} action={resend} onResend={() => resend.run({ type: 'withdraw' })} />
      <Link href={paths.mypage} className="inline-flex min-h-11 items-center self-center">
        {t('pinCode.keep')}
      </Link>
    </>
  );
}
