import { useQuery } from '@apollo/client/react';
import { OidcSelectAccountScreenDocument } from '@/generated/OidcSelectAccountScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { appName } from '@/lib/appName';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { Button } from '@/ui/Button';
import { ClientCard } from './ClientCard';
import { oidcPaths } from './paths';

/**
 * /oidc/select-account: as whom the member goes on to the app. A plain form, which works
 * without scripts.
 */
export function SelectAccountView() {
  const { t } = useTranslation('oidc');
  const locale = useLocale();
  const { data } = useQuery(OidcSelectAccountScreenDocument, {
    variables: useVariables(OidcSelectAccountScreenDocument),
  });
  const screen = data?.screen;
  if (!screen) return null;
  const { clientInfo, request, accountId, accountName, isAsked } = screen;
  const name = appName(clientInfo, locale);
  return (
    <>
      <PageHeading title={t('account.title')} lead={t(isAsked ? 'account.lead' : 'account.another', { name })} />
      <ClientCard client={clientInfo} />
      <form method="post" action="/oidc/selectAccount/form" className="flex flex-col gap-3">
        <input type="hidden" name="request" value={request} />
        <input type="hidden" name="accountId" value={accountId} />
        {isAsked ? (
          <Button type="submit" wide>
            {t('account.continue', { name: accountName })}
          </Button>
        ) : (
          <p className="text-sm">{t('consent.as', { name: accountName })}</p>
        )}
        <Button type="submit" formAction={oidcPaths.switch} kind={isAsked ? 'secondary' : 'primary'} wide>
          {t('account.switch')}
        </Button>
      </form>
    </>
  );
}
