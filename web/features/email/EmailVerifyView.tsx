import { EmailVerifyScreenDocument } from '@/generated/EmailVerifyScreen';
import { VerifyEmailDocument } from '@/generated/VerifyEmail';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { PinCodeForm } from './PinCodeForm';

/** The code that proves the member's address. Its completion takes the place of this page in the history. */
export function EmailVerifyView() {
  const { t } = useTranslation('email');
  const { screen } = usePageQuery(EmailVerifyScreenDocument);
  const { emailEditUrl } = useStore();
  const form = useForm(async () => (await import('./schema')).pinCodeSchema, { pinCode: '' });
  const verify = useAction(VerifyEmailDocument, form, { follow: 'replace' });
  if (!screen?.sendTo) return null;
  return (
    <PinCodeForm
      title={t('verify.title')}
      sent={{ ...screen, sendTo: screen.sendTo }}
      type="mailVerify"
      form={form}
      action={verify}
    >
      <Link href={emailEditUrl || paths.emailEdit} className="inline-flex min-h-11 items-center self-center">
        {t('verify.change')}
      </Link>
    </PinCodeForm>
  );
}
