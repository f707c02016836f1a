import { useQuery } from '@apollo/client/react';
import { Copy } from 'lucide';
import { EnableMultiFactorDocument } from '@/generated/EnableMultiFactor';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useRoot, useVariables } from '@/lib/pageContext';
import { Button, LinkButton } from '@/ui/Button';
import { CodeStep } from '@/ui/CodeStep';
import { Icon } from '@/ui/Icon';
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

/** A phone cannot scan what it shows itself: there its own app comes first. */
function Secret({ secret, qrCode, address }: SecretProps) {
  const { t } = useTranslation('mfa');
  const { isMobile } = useRoot();
  const isHere = isMobile && !!address;
  return (
    <section aria-label={t('otp.secret')} className="flex flex-col gap-4">
      {isHere ? (
        <>
          <p>{t('otp.register')}</p>
          <LinkButton href={address} kind="secondary" elsewhere wide>
            {t('otp.open')}
          </LinkButton>
          <p className="text-sm text-ink-2">{t('otp.manualHere')}</p>
          <Key secret={secret} />
          {qrCode && <p className="text-sm text-ink-2">{t('otp.elsewhere')}</p>}
          <QrCode svg={qrCode} />
        </>
      ) : (
        <>
          {qrCode && <p>{t('otp.scan')}</p>}
          <QrCode svg={qrCode} />
          {address && (
            <TextLink opens="document" href={address} className="self-center">
              {t('otp.open')}
            </TextLink>
          )}
          <p className="text-sm text-ink-2">{t('otp.manual')}</p>
          <Key secret={secret} />
        </>
      )}
    </section>
  );
}

function QrCode({ svg }: { svg: string | null }) {
  const { t } = useTranslation('mfa');
  if (!svg) return null;
  return (
    <img
      src={`data:image/svg+xml;base64,${btoa(svg)}`}
      alt={t('otp.qr')}
      width={208}
      height={208}
      className="size-52 self-center rounded-control border border-line"
    />
  );
}

function Key({ secret }: { secret: string }) {
  const { t } = useTranslation('mfa');
  const copySecret = () => copy(secret, t('otp.copied'), t('copyFailed'));
  return (
    <>
      <code className="rounded-control border border-line bg-ground p-4 text-center font-mono text-balance break-words">
        {inGroups(secret)}
      </code>
      <Button kind="secondary" className="self-center" onClick={() => void copySecret()}>
        <Icon of={Copy} className="size-5" />
        {t('otp.copy')}
      </Button>
    </>
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
