import { useQuery } from '@apollo/client/react';
import { OidcLogoutScreenDocument } from '@/generated/OidcLogoutScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { forgetDrafts } from '@/lib/keptDrafts';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { ClientCard } from './ClientCard';

/**
 * /oidc/logout: whether an app may log the member out. A plain form, which works without scripts;
 * the server leads back to the app.
 */
export function OidcLogoutView() {
  const { t } = useTranslation('oidc');
  const locale = useLocale();
  const { data } = useQuery(OidcLogoutScreenDocument, { variables: useVariables(OidcLogoutScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { clientInfo, postLogoutRedirectUri, state } = screen;
  const name = clientInfo && appName(clientInfo, locale);
  return (
    <>
      <PageHeading title={t('logout.title')} lead={name ? t('logout.lead', { name }) : t('logout.plain')} />
      {clientInfo && <ClientCard client={clientInfo} />}
      <p className="text-sm">{t('consent.as', { name: screen.accountName })}</p>
      <form method="post" action="/oidc/logout/form" onSubmit={forgetDrafts} className="flex flex-col gap-3">
        <input type="hidden" name="accountId" value={screen.accountId} />
        {clientInfo && <input type="hidden" name="client_id" value={clientInfo.clientId} />}
        {postLogoutRedirectUri && <input type="hidden" name="post_logout_redirect_uri" value={postLogoutRedirectUri} />}
        {state && <input type="hidden" name="state" value={state} />}
        {name && postLogoutRedirectUri && <p className="text-sm text-ink-2">{t('logout.back', { name })}</p>}
        <Button type="submit" wide>
          {t('logout.yes')}
        </Button>
        <a href={paths.mypage} className="button button-secondary w-full">
          {t('logout.no')}
        </a>
      </form>
    </>
  );
}
