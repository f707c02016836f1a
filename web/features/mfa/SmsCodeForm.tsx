import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { Button } from '@/ui/Button';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { CodeResend } from '@/ui/MailedCode';

type Props = { phoneNumber: string; code: string; minutes: number; onChange: () => void };

/** The entry of the code that proves a phone number. */
export function SmsCodeForm({ phoneNumber, code, minutes, onChange }: Props) {
  const { t } = useTranslation('mfa');
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const enable = useAction(EnableMultiFactorDocument, form);
  const resend = useAction(EnableMultiFactorDocument, undefined, { onDone: () => false }); // its redirectTo is this page
  return (
    <>
      <div className="flex flex-col gap-3">
        <p>{t('sms.sentTo', { code })}</p>
        <p className="font-bold tabular-nums">{phoneNumber}</p>
        <p>{t('sms.enter', { code, minutes })}</p>
      </div>
      <Form
        form={form}
        action={enable}
        ns="mfa"
        fallback="enable.failed"
        onSubmit={(values) => enable.run({ multiFactorType: 'SMS', phoneNumber, ...values })}
      >
        <CodeField name="pinCode" label={labelled(code)} />
        <SubmitButton onceFor="pinCode">{t('enable.button')}</SubmitButton>
      </Form>
      <CodeResend
        code={code}
        action={resend}
        hint={t('sms.notArrived')}
        onResend={() => resend.run({ multiFactorType: 'SMS', phoneNumber })}
      />
      <Button kind="text" fit className="self-center" onClick={onChange}>
        {t('sms.change')}
      </Button>
    </>
  );
}
