import type { OidcScopeFragment as Scope } from '@/generated/fragments';
import { OidcConsentScreenDocument } from '@/generated/OidcConsentScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ClientCard, nameOf } from './ClientCard';

/** /oidc/consent: what an app asks the member for. A plain form, which works without scripts; the server answers the app. */
export function ConsentView() {
  const { t } = useTranslation('oidc');
  const locale = useLocale();
  const { screen } = usePageQuery(OidcConsentScreenDocument);
  if (!screen) return null;
  const { clientInfo, storeScopeSettings, authorizedScopeKeys, updatedScopeKeys } = screen;
  const isAllowed = ({ scopeKey }: Scope) => authorizedScopeKeys.includes(scopeKey);
  const asked = storeScopeSettings.filter((scope) => !isAllowed(scope));
  const allowed = storeScopeSettings.filter(isAllowed);
  const name = nameOf(clientInfo, locale);
  return (
    <>
      <PageHeading title={t('consent.title')} lead={t('consent.lead', { name, service: screen.oidcProviderName })} />
      <ClientCard client={clientInfo} />
      <form method="post" action="/oidc/consent/form" className="flex flex-col gap-6">
        <input type="hidden" name="request" value={screen.request} />
        <input type="hidden" name="accountId" value={screen.accountId} />
        {asked.length > 0 && (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-3 text-lg font-bold">{t('consent.asked')}</legend>
            {asked.map((scope) => (
              <AskedScope key={scope.scopeKey} scope={scope} isUpdated={updatedScopeKeys.includes(scope.scopeKey)} />
            ))}
          </fieldset>
        )}
        {allowed.length > 0 && (
          <section aria-label={t('consent.allowed')} className="flex flex-col gap-3">
            <h2 className="text-lg">{t('consent.allowed')}</h2>
            <ul className="flex flex-col gap-2">
              {allowed.map(({ scopeKey, scopeName, scopeDescription }) => (
                <li key={scopeKey}>
                  <p className="font-bold">{scopeName}</p>
                  <p className="text-sm text-ink-2">{scopeDescription}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {screen.oidcPrecautions.length > 0 && (
          <section aria-label={t('consent.precautions')} className="flex flex-col gap-3">
            <h2 className="text-lg">{t('consent.precautions')}</h2>
            {screen.oidcPrecautions.map(({ title, renderData }) => (
              <div key={title}>
                <h3 className="text-base">{title}</h3>
                <p className="text-sm whitespace-pre-line">{renderData}</p>
              </div>
            ))}
          </section>
        )}
        <Documents terms={clientInfo.tosUri} privacy={clientInfo.privacyUri} name={name} />
        <p className="text-sm text-ink-2">{t('consent.as', { name: screen.accountName })}</p>
        <div className="flex flex-col gap-3">
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

/** Something that is asked for: fixed where the app cannot do without it, else with a switch. */
function AskedScope({ scope, isUpdated }: { scope: Scope; isUpdated: boolean }) {
  const { t } = useTranslation('oidc');
  const { scopeKey, scopeName, scopeDescription, required, examples } = scope;
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-control border border-line p-3">
      {required && <input type="hidden" name="addScope" value={scopeKey} />}
      <input
        type="checkbox"
        name={required ? undefined : 'addScope'}
        value={scopeKey}
        defaultChecked
        disabled={required}
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-bold">
          {scopeName}
          {required && <Badge>{t('consent.required')}</Badge>}
          {isUpdated && <Badge tone="accent">{t('consent.updated')}</Badge>}
        </span>
        <span className="block text-sm text-ink-2">{scopeDescription}</span>
        {examples.map((example) => (
          <span key={example} className="block text-sm break-words">
            {example}
          </span>
        ))}
      </span>
    </label>
  );
}

function Documents({ terms, privacy, name }: { terms: string | null; privacy: string | null; name: string }) {
  const { t } = useTranslation('oidc');
  if (!terms && !privacy) return null;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {terms && <a href={terms}>{t('consent.terms', { name })}</a>}
      {privacy && <a href={privacy}>{t('consent.privacy', { name })}</a>}
    </p>
  );
}
