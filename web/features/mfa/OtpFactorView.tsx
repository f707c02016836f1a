import { useQuery } from '@apollo/client/react';
import { Copy } from 'lucide-react';
import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { Button } from '@/ui/Button';
import { CodeStep } from '@/ui/CodeStep';
import { TextLink } from '@/ui/TextLink';
import { copy } from './copy';
import { EnabledFactor } from './EnabledFactor';

/**
 * An authenticator app: it takes the secret, and its first password proves that it has it.
 */
export function OtpFactorView() {
  const { t } = useTranslation('mfa');
  const { data } = useQuery(MultiFactorTypeScreenDocument, { variables: useVariables(MultiFactorTypeScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { enabled, secret } = screen;
  return (
    <>
      <PageHeading title={t('otp.title')} lead={!enabled && t('otp.lead')} />
      {enabled && <EnabledFactor type="OTP" sendTo={null} />}
      {!enabled && secret && (
        <>
          <Secret secret={secret} qrCode={screen.qrCode} address={screen.otpauthUrl} />
          <TokenForm key={secret} secret={secret} />
        </>
      )}
    </>
  );
}

type SecretProps = { secret: string; qrCode: string | null; address: string | null };

function Secret({ secret, qrCode, address }: SecretProps) {
  const { t } = useTranslation('mfa');
  const copySecret = () => copy(secret, t('otp.copied'), t('copyFailed'));
  return (
    <section aria-label={t('otp.secret')} className="flex flex-col gap-4">
      {qrCode && (
        <>
          <p>{t('otp.scan')}</p>
          <img
            src={`data:image/svg+xml;base64,${btoa(qrCode)}`}
            alt={t('otp.qr')}
            width={208}
            height={208}
            className="size-52 self-center rounded-control border border-line"
          />
        </>
      )}
      {address && (
        <TextLink opens="document" href={address} className="self-center">
          {t('otp.open')}
        </TextLink>
      )}
      <p className="text-sm text-ink-2">{t('otp.manual')}</p>
      <code className="rounded-control border border-line bg-ground p-4 text-center font-mono text-balance break-words">
        {inGroups(secret)}
      </code>
      <Button kind="secondary" className="self-center" onClick={() => void copySecret()}>
        <Copy aria-hidden className="size-5" />
        {t('otp.copy')}
      </Button>
    </section>
  );
}

/** As people type it: ABCD EFGH. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

function TokenForm({ secret }: { secret: string }) {
  const { t } = useTranslation('mfa');
  const form = useForm(async () => (await import('./schema')).otpSchema, { token: '' });
  const enable = useAction(EnableMultiFactorDocument, form, { failure: { says: t('enable.failed') } });
  return (
    <CodeStep
      code={t('otp.token')}
      sent={{ lead: t('otp.enter'), enter: null }}
      form={form}
      action={enable}
      ns="mfa"
      name="token"
      onSubmit={({ token }) => enable.run({ multiFactorType: 'OTP', secret, token })}
      submit={t('enable.button')}
    />
  );
}
