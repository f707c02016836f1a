import { Check } from 'lucide';
import type { OidcClientFragment as Client, OidcScopeFragment as Scope } from '@/generated/fragments';
import type { OidcConsentScreenQuery } from '@/generated/OidcConsentScreen';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Icon } from '@/ui/Icon';
import { TextLink } from '@/ui/TextLink';
import { AskedScope } from './AskedScope';

type Screen = Pick<
  NonNullable<OidcConsentScreenQuery['screen']>,
  'storeScopeSettings' | 'authorizedScopeKeys' | 'updatedScopeKeys' | 'oidcPrecautions'
>;

/**
 * What an app asks for, inside the form that answers it: what is new, what the member allows
 * already, and what they should know first.
 */
export function Asked({ screen, client }: { screen: Screen; client: Client }) {
  const { t } = useTranslation('oidc');
  const { storeScopeSettings, authorizedScopeKeys, updatedScopeKeys, oidcPrecautions } = screen;
  const isAllowed = ({ scopeKey }: Scope) => authorizedScopeKeys.includes(scopeKey);
  const asked = storeScopeSettings.filter((scope) => !isAllowed(scope));
  const name = appName(client, useLocale());
  return (
    <>
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
      <Allowed scopes={storeScopeSettings.filter(isAllowed)} />
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
      <Documents terms={client.tosUri} privacy={client.privacyUri} name={name} />
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
            <Icon of={Check} className="mt-1 size-5 shrink-0 text-done" />
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
  return (
    <div className="flex flex-wrap gap-x-6 text-sm">
      {terms && (
        <TextLink opens="tab" href={terms}>
          {t('consent.terms', { name })}
        </TextLink>
      )}
      {privacy && (
        <TextLink opens="tab" href={privacy}>
          {t('consent.privacy', { name })}
        </TextLink>
      )}
    </div>
  );
}
