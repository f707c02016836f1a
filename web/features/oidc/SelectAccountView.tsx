import { OidcSelectAccountScreenDocument } from '@/generated/OidcSelectAccountScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { ClientCard, nameOf } from './ClientCard';

/** /oidc/select-account: as whom the member goes on to the app. A plain form, which works without scripts. */
export function SelectAccountView() {
  const { t } = useTranslation('oidc');
  const locale = useLocale();
  const { screen } = usePageQuery(OidcSelectAccountScreenDocument);
  if (!screen) return null;
  const name = nameOf(screen.clientInfo, locale);
  return (
    <>
      <PageHeading title={t('account.title')} lead={t(screen.isAsked ? 'account.lead' : 'account.another', { name })} />
      <ClientCard client={screen.clientInfo} />
      <form method="post" action="/oidc/selectAccount/form" className="flex flex-col gap-3">
        <input type="hidden" name="request" value={screen.request} />
        <input type="hidden" name="accountId" value={screen.accountId} />
        {screen.isAsked && (
          <Button type="submit" wide>
            {t('account.continue', { name: screen.accountName })}
          </Button>
        )}
        <a href={paths.oidcSwitch(screen.request)} className="button button-secondary w-full">
          {t('account.switch')}
        </a>
      </form>
    </>
  );
}
