import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Button } from '@/ui/Button';
import { CodeStep, useResend } from '@/ui/CodeStep';

type Props = { phoneNumber: string; code: string; minutes: number; onChange: () => void };

/** The entry of the code that proves a phone number. */
export function SmsCodeForm({ phoneNumber, code, minutes, onChange }: Props) {
  const { t } = useTranslation('mfa');
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const enable = useAction(EnableMultiFactorDocument, form, { failure: { says: t('enable.failed') } });
  const resend = useResend(EnableMultiFactorDocument);
  return (
    <CodeStep
      code={code}
      sent={{ to: phoneNumber, lead: t('sms.sentTo', { code }), enter: t('sms.enter', { code, minutes }) }}
      form={form}
      action={enable}
      ns="mfa"
      name="pinCode"
      onSubmit={(values) => enable.run({ multiFactorType: 'SMS', phoneNumber, ...values })}
      submit={t('enable.button')}
      resend={{
        action: resend,
        run: () => resend.run({ multiFactorType: 'SMS', phoneNumber }),
        hint: t('sms.notArrived'),
      }}
      links={
        <Button kind="text" fit className="self-center" onClick={onChange}>
          {t('sms.change')}
        </Button>
      }
    />
  );
}
