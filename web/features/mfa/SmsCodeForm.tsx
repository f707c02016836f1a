import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { labelled } from '@/lib/labelled';
import { Button } from '@/ui/Button';
import { CodeField } from '@/ui/CodeField';
import { ActionNotice, Form, SubmitButton } from '@/ui/Form';
import { ResendButton } from '@/ui/ResendButton';
import { toast } from '@/ui/Toast';

type Props = { phoneNumber: string; code: string; minutes: number; onChange: () => void };

/** The entry of the code that proves a phone number. */
export function SmsCodeForm({ phoneNumber, code, minutes, onChange }: Props) {
  const { t } = useTranslation('mfa');
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const enable = useAction(EnableMultiFactorDocument, form);
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
      <Resend phoneNumber={phoneNumber} code={code} />
      <Button kind="text" fit className="self-center" onClick={onChange}>
        {t('sms.change')}
      </Button>
    </>
  );
}

function Resend({ phoneNumber, code }: { phoneNumber: string; code: string }) {
  const { t } = useTranslation('mfa');
  const resend = useAction(EnableMultiFactorDocument, undefined, {
    onDone: () => {
      toast.done(t('sms.resent', { code }));
      return false;
    },
  });
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      <p className="text-sm text-ink-2">{t('sms.notArrived')}</p>
      <ActionNotice action={resend} ns="mfa" fallback="sms.sendFailed" />
      <ResendButton onResend={() => resend.run({ multiFactorType: 'SMS', phoneNumber })} />
    </section>
  );
}
