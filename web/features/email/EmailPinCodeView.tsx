import { useQuery } from '@apollo/client/react';
import { ChangeEmailDocument } from '@/generated/ChangeEmail';
import { EmailEditPinCodeScreenDocument } from '@/generated/EmailEditPinCodeScreen';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';
import { PinCodeForm } from './PinCodeForm';

/** The code that was mailed to the new address ends the change. */
export function EmailPinCodeView() {
  const { t } = useTranslation('email');
  const { data } = useQuery(EmailEditPinCodeScreenDocument);
  const screen = data?.screen;
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const change = useAction(ChangeEmailDocument, form);
  if (!screen?.sendTo) return null;
  return (
    <PinCodeForm
      title={t('pinCode.title', { code: screen.codeName })}
      sent={{ ...screen, sendTo: screen.sendTo }}
      type="mailEdit"
      form={form}
      action={change}
    >
      <TextLink href={paths.emailEdit} className="self-center">
        {t('pinCode.other')}
      </TextLink>
    </PinCodeForm>
  );
}
