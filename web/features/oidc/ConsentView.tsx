import { useQuery } from '@apollo/client/react';
import { OidcConsentScreenDocument } from '@/generated/OidcConsentScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { Button } from '@/ui/Button';
import { Asked } from './Asked';
import { ClientCard } from './ClientCard';
import { oidcPaths } from './paths';

/**
 * /oidc/consent: what an app asks the member for. A plain form, which works without scripts; the
 * server answers the app.
 */
export function ConsentView() {
  const { t } = useTranslation('oidc');
  const locale = useLocale();
  const { data } = useQuery(OidcConsentScreenDocument, { variables: useVariables(OidcConsentScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { clientInfo } = screen;
  const name = appName(clientInfo, locale);
  return (
    <>
      <PageHeading
        title={t('consent.title', { name })}
        lead={t('consent.lead', { name, service: screen.oidcProviderName })}
      />
      <ClientCard client={clientInfo} />
      <form method="post" action={oidcPaths.switch} className="flex flex-wrap items-center gap-x-3 text-sm">
        <input type="hidden" name="request" value={screen.request} />
        <span>{t('consent.as', { name: screen.accountName })}</span>
        <Button type="submit" kind="text" fit className="px-0">
          {t('account.switch')}
        </Button>
      </form>
      <form method="post" action="/oidc/consent/form" className="flex flex-col gap-6">
        <input type="hidden" name="request" value={screen.request} />
        <input type="hidden" name="accountId" value={screen.accountId} />
        <Asked screen={screen} client={clientInfo} />
        <div className="flex flex-col gap-3">
          <p className="mb-3 text-sm text-ink-2">{t('consent.later', { name })}</p>
          <Button type="submit" wide>
            {t('consent.allow')}
          </Button>
          <a href={oidcPaths.abort(screen.request)} className="button button-secondary w-full">
            {t('consent.refuse')}
          </a>
        </div>
      </form>
    </>
  );
}
