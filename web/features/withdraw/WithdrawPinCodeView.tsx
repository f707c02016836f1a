import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { WithdrawDocument } from '@/generated/Withdraw';
import { WithdrawPinCodeScreenDocument, type WithdrawPinCodeScreenQuery } from '@/generated/WithdrawPinCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { CodeField } from '@/ui/CodeField';
import { ActionNotice, Form, SubmitButton } from '@/ui/Form';
import { ResendButton } from '@/ui/ResendButton';
import { toast } from '@/ui/Toast';

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
  return (
    <>
      <PageHeading title={t('pinCode.title', { code })} />
      <div className="flex flex-col gap-3">
        <p>{t('pinCode.sentTo', { code })}</p>
        <p className="font-bold break-all">{sendTo}</p>
        <p>{t('pinCode.lead', { code, minutes })}</p>
      </div>
      <Form form={form} action={leave} ns="withdraw" fallback="errors.default" onSubmit={(values) => leave.run(values)}>
        {leave.notice?.code === 'CONTRACT_REMAINS' && <Link href={paths.withdraw}>{t('pinCode.toContracts')}</Link>}
        <CodeField name="pinCode" label={code.charAt(0).toLocaleUpperCase() + code.slice(1)} />
        <SubmitButton kind="danger" onceFor="pinCode">
          {t('pinCode.submit')}
        </SubmitButton>
      </Form>
      <Resend code={code} />
      <Link href={paths.mypage} className="inline-flex min-h-11 items-center self-center">
        {t('pinCode.keep')}
      </Link>
    </>
  );
}

function Resend({ code }: { code: string }) {
  const { t } = useTranslation('withdraw');
  const resend = useAction(SendPinCodeDocument, undefined, {
    onDone: () => {
      toast.done(t('pinCode.resent', { code }));
      return false;
    },
  });
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      <p className="text-sm text-ink-2">{t('pinCode.notArrived')}</p>
      <ActionNotice action={resend} ns="withdraw" />
      <ResendButton onResend={() => resend.run({ type: 'withdraw' })} />
    </section>
  );
}
