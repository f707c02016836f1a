import { Check } from 'lucide-react';
import type { OidcScopeFragment as Scope } from '@/generated/fragments';
import { OidcConsentScreenDocument } from '@/generated/OidcConsentScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { ExternalLink } from '@/lib/nav';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { AskedScope } from './AskedScope';
import { ClientCard, nameOf } from './ClientCard';

/** /oidc/consent: what an app asks the member for. A plain form, which works without scripts; the server answers the app. */
export function ConsentView() {
  const { t } = useTranslation('oidc');
  const locale = useLocale();
  const { screen } = usePageQuery(OidcConsentScreenDocument);
  if (!screen) return null;
  const { clientInfo, storeScopeSettings, authorizedScopeKeys, updatedScopeKeys, oidcPrecautions } = screen;
  const isAllowed = ({ scopeKey }: Scope) => authorizedScopeKeys.includes(scopeKey);
  const asked = storeScopeSettings.filter((scope) => !isAllowed(scope));
  const allowed = storeScopeSettings.filter(isAllowed);
  const name = nameOf(clientInfo, locale);
  return (
    <>
      <PageHeading
        title={t('consent.title', { name })}
        lead={t('consent.lead', { name, service: screen.oidcProviderName })}
      />
      <ClientCard client={clientInfo} />
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        {t('consent.as', { name: screen.accountName })}
        <a href={paths.oidcSwitch(screen.request)} className="inline-flex min-h-11 items-center">
          {t('account.switch')}
        </a>
      </p>
      <form method="post" action="/oidc/consent/form" className="flex flex-col gap-6">
        <input type="hidden" name="request" value={screen.request} />
        <input type="hidden" name="accountId" value={screen.accountId} />
        {asked.length > 0 && (
          <fieldset>
            <legend className="text-lg font-bold">{t('consent.asked', { name })}</legend>
            <div className="divide-y divide-line">
              {asked.map((scope) => (
                <AskedScope key={scope.scopeKey} scope={scope} isUpdated={updatedScopeKeys.includes(scope.scopeKey)} />
              ))}
            </div>
          </fieldset>
        )}
        <Allowed scopes={allowed} />
        {oidcPrecautions.length > 0 && (
          <section aria-label={t('consent.precautions')} className="flex flex-col gap-3">
            <h2 className="text-lg">{t('consent.precautions')}</h2>
            {oidcPrecautions.map(({ title, renderData }) => (
              <div key={title}>
                <h3 className="text-base">{title}</h3>
                <p className="text-sm whitespace-pre-line">{renderData}</p>
              </div>
            ))}
          </section>
        )}
        <Documents terms={clientInfo.tosUri} privacy={clientInfo.privacyUri} name={name} />
        <div className="flex flex-col gap-3">
          <p className="text-sm text-ink-2">{t('consent.later', { name })}</p>
          <Button type="submit" wide>
            {t('consent.allow')}
          </Button>
          <a href={paths.oidcAbort(screen.request)} className="button button-secondary w-full">
            {t('consent.refuse')}
          </a>
        </div>
      </form>
    </>
  );
}

/** What the member has allowed before: apart, and fixed. */
function Allowed({ scopes }: { scopes: readonly Scope[] }) {
  const { t } = useTranslation('oidc');
  if (scopes.length === 0) return null;
  return (
    <section aria-label={t('consent.allowed')} className="flex flex-col gap-3">
      <h2 className="text-lg">{t('consent.allowed')}</h2>
      <ul className="flex flex-col gap-3">
        {scopes.map(({ scopeKey, scopeName, scopeDescription }) => (
          <li key={scopeKey} className="flex items-start gap-3">
            <Check aria-hidden className="mt-1 size-5 shrink-0 text-done" />
            <div className="min-w-0">
              <p className="font-bold">{scopeName}</p>
              <p className="text-sm text-ink-2">{scopeDescription}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In a tab of their own: the request waits here. */
function Documents({ terms, privacy, name }: { terms: string | null; privacy: string | null; name: string }) {
  const { t } = useTranslation('oidc');
  if (!terms && !privacy) return null;
  const look = 'inline-flex min-h-11 items-center';
  return (
    <div className="flex flex-wrap gap-x-6 text-sm">
      {terms && (
        <ExternalLink href={terms} className={look}>
          {t('consent.terms', { name })}
        </ExternalLink>
      )}
      {privacy && (
        <ExternalLink href={privacy} className={look}>
          {t('consent.privacy', { name })}
        </ExternalLink>
      )}
    </div>
  );
}
