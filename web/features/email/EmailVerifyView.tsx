import { useQuery } from '@apollo/client/react';
import { EmailVerifyScreenDocument } from '@/generated/EmailVerifyScreen';
import { VerifyEmailDocument } from '@/generated/VerifyEmail';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useStore, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';
import { PinCodeForm } from './PinCodeForm';

/**
 * The code that proves the member's address. Its completion takes the place of this page in the
 * history.
 */
export function EmailVerifyView() {
  const { t } = useTranslation('email');
  const { data } = useQuery(EmailVerifyScreenDocument, { variables: useVariables(EmailVerifyScreenDocument) });
  const screen = data?.screen;
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
      <TextLink href={emailEditUrl || paths.emailEdit} className="self-center">
        {t('verify.change')}
      </TextLink>
    </PinCodeForm>
  );
}
