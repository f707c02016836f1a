import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { useRefetch } from '@/lib/refetch';
import { Button } from '@/ui/Button';
import { Form, SubmitButton } from '@/ui/Form';
import { PhoneField } from '@/ui/PhoneField';
import { EnabledFactor } from './EnabledFactor';
import { SmsCodeForm } from './SmsCodeForm';

/** Codes by short message: first the number, then the code that came there proves it. */
export function SmsFactorView() {
  const { t } = useTranslation('mfa');
  const { data } = useQuery(MultiFactorTypeScreenDocument, { variables: useVariables(MultiFactorTypeScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(MultiFactorTypeScreenDocument);
  const [changing, setChanging] = useState(false);
  if (!screen) return null;
  const { enabled, sendTo, phoneNumber, codeName: code, codeMinutes: minutes, resendAt } = screen;
  const sent = resendAt && code && minutes && phoneNumber ? { phoneNumber, code, minutes } : null;
  const whenSent = async () => {
    await refetch();
    setChanging(false);
  };
  const isEntry = !enabled && sent && !changing;
  return (
    <>
      <PageHeading title={t('sms.title')} lead={!enabled && !isEntry && t('sms.lead')} />
      {enabled && <EnabledFactor type="SMS" sendTo={sendTo} />}
      {isEntry && <SmsCodeForm key={sent.phoneNumber} onChange={() => setChanging(true)} {...sent} />}
      {!enabled && !isEntry && <PhoneForm phoneNumber={phoneNumber ?? ''} onSent={whenSent} />}
      {!enabled && sent && changing && (
        <Button kind="text" className="self-center" fit onClick={() => setChanging(false)}>
          {t('sms.keep')}
        </Button>
      )}
    </>
  );
}

function PhoneForm({ phoneNumber, onSent }: { phoneNumber: string; onSent: () => Promise<void> }) {
  const { t } = useTranslation('mfa');
  const form = useForm(async () => (await import('./schema')).phoneSchema, { phoneNumber });
  const send = useAction(EnableMultiFactorDocument, form, {
    failure: { says: t('sms.sendFailed') },
    follow: 'stay', // its redirectTo is this page
    onDone: onSent,
  });
  return (
    <Form
      form={form}
      action={send}
      ns="mfa"
      draft={{ name: 'sms' }}
      onSubmit={(values) => send.run({ multiFactorType: 'SMS', ...values })}
    >
      <PhoneField
        name="phoneNumber"
        label={t('sms.phoneNumber')}
        autoComplete="tel-national"
        hint={t('sms.hint')}
        width="phone"
      />
      <SubmitButton>{t('sms.send')}</SubmitButton>
    </Form>
  );
}
