import { useQuery } from '@apollo/client/react';
import { DeviceScreenDocument, type DeviceScreenQuery } from '@/generated/DeviceScreen';
import type { OidcClientFragment as Client } from '@/generated/fragments';
import { PageHeading } from '@/layouts/PageHeading';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Asked } from './Asked';
import { ClientCard } from './ClientCard';
import { oidcPaths } from './paths';

type Screen = NonNullable<DeviceScreenQuery['screen']>;

/**
 * /device: the code of a television or another device without a keyboard (RFC 8628). Plain forms,
 * which work without scripts.
 */
export function DeviceView() {
  const { t } = useTranslation('oidc');
  const { data } = useQuery(DeviceScreenDocument, { variables: useVariables(DeviceScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { state, clientInfo } = screen;
  if (state === 'allowed' || state === 'refused') {
    return <PageHeading title={t(`device.${state}`)} lead={t(`device.${state}Lead`)} />;
  }
  return clientInfo ? <Compare screen={screen} client={clientInfo} /> : <Enter state={state} code={screen.userCode} />;
}

function Enter({ state, code }: { state: Screen['state']; code: string }) {
  const { t } = useTranslation('oidc');
  const wrong = state === 'unknown' || state === 'tooMany' ? state : null;
  return (
    <>
      <PageHeading title={t('device.title')} lead={t('device.lead')} />
      <Alert id="device-wrong">{wrong && t(`device.${wrong}`)}</Alert>
      <form method="post" action="/device/code" className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <label htmlFor="device-code" className="font-bold">
            {t('device.code')}
          </label>
          <input
            id="device-code"
            name="user_code"
            defaultValue={code}
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={wrong === 'unknown' || undefined}
            aria-describedby={wrong ? 'device-hint device-wrong' : 'device-hint'}
            className="control h-16 text-center font-mono text-2xl uppercase tracking-widest"
          />
          <p id="device-hint" className="text-sm text-ink-2">
            {t('device.hint')}
          </p>
        </div>
        <Button type="submit" wide>
          {t('device.next')}
        </Button>
      </form>
    </>
  );
}

/**
 * What the device asks for. The code may have come with the address, so the member compares it with
 * the device before anything else.
 */
function Compare({ screen, client }: { screen: Screen; client: Client }) {
  const { t } = useTranslation('oidc');
  const name = appName(client, useLocale());
  return (
    <>
      <PageHeading
        title={t('device.consentTitle', { name })}
        lead={t('consent.lead', { name, service: screen.oidcProviderName })}
      />
      <ClientCard client={client} />
      <section aria-label={t('device.code')} className="flex flex-col gap-3">
        <p className="font-bold">{t('device.compare')}</p>
        <p className="rounded-control border border-line-strong py-4 text-center font-mono text-3xl font-bold tracking-widest">
          {screen.userCode}
        </p>
        <Notice tone="caution" title={t('device.warningTitle')}>
          {t('device.warning')}
        </Notice>
      </section>
      <form method="post" action="/device/form" className="flex flex-col gap-6">
        <input type="hidden" name="user_code" value={screen.userCode} />
        <input type="hidden" name="accountId" value={screen.accountId} />
        <Asked screen={screen} client={client} />
        <div className="flex flex-col gap-3">
          <p className="text-sm text-ink-2">
            {t('consent.as', { name: screen.accountName })} {t('device.later')}
          </p>
          <Button type="submit" name="answer" value="allow" wide>
            {t('device.allow')}
          </Button>
          <Button type="submit" name="answer" value="refuse" kind="secondary" wide>
            {t('device.refuse')}
          </Button>
          <a href={oidcPaths.device} className="button button-text w-full">
            {t('device.other')}
          </a>
        </div>
      </form>
    </>
  );
}
