import { ChangeEmailDocument } from '@/generated/ChangeEmail';
import { EmailEditPinCodeScreenDocument } from '@/generated/EmailEditPinCodeScreen';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { PinCodeForm } from './PinCodeForm';

/** The code that was mailed to the new address ends the change. */
export function EmailPinCodeView() {
  const { t } = useTranslation('email');
  const { screen } = usePageQuery(EmailEditPinCodeScreenDocument);
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
      <Link href={paths.emailEdit} className="inline-flex min-h-11 items-center self-center">
        {t('pinCode.other')}
      </Link>
    </PinCodeForm>
  );
}
