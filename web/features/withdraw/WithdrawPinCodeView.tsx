import { useQuery } from '@apollo/client/react';
import { SendPinCodeDocument } from '@/generated/SendPinCode';
import { WithdrawDocument } from '@/generated/Withdraw';
import { WithdrawPinCodeScreenDocument, type WithdrawPinCodeScreenQuery } from '@/generated/WithdrawPinCodeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { CodeStep, useResend } from '@/ui/CodeStep';
import { TextLink } from '@/ui/TextLink';

type Screen = NonNullable<WithdrawPinCodeScreenQuery['screen']>;

/** The mailed code ends the membership. */
export function WithdrawPinCodeView() {
  const { data } = useQuery(WithdrawPinCodeScreenDocument);
  const screen = data?.screen;
  if (!screen?.sendTo) return null;
  return <PinCodeForm screen={screen} sendTo={screen.sendTo} />;
}

function PinCodeForm({ screen, sendTo }: { screen: Screen; sendTo: string }) {
  const { t } = useTranslation('withdraw');
  const { codeName: code, codeMinutes: minutes } = screen;
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const leave = useAction(WithdrawDocument, form, { failure: { says: t('errors.default') }, onDone: forgetDrafts });
  const resend = useResend(SendPinCodeDocument);
  return (
    <>
      <PageHeading title={t('pinCode.title', { code })} />
      <CodeStep
        code={code}
        sent={{ to: sendTo, minutes }}
        form={form}
        action={leave}
        ns="withdraw"
        name="pinCode"
        onSubmit={(values) => leave.run(values)}
        submit={t('pinCode.submit')}
        danger
        before={
          <>
            <p>{t('pinCode.lead')}</p>
            {leave.notice?.code === 'CONTRACT_REMAINS' && <Link href={paths.withdraw}>{t('pinCode.toContracts')}</Link>}
          </>
        }
        resend={{ action: resend, run: () => resend.run({ type: 'withdraw' }) }}
        links={
          <TextLink href={paths.mypage} className="self-center">
            {t('pinCode.keep')}
          </TextLink>
        }
      />
    </>
  );
}
