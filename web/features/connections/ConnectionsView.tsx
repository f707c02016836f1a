import { useQuery } from '@apollo/client/react';
import { ChevronRight } from 'lucide';
import { ConnectionsScreenDocument } from '@/generated/ConnectionsScreen';
import type { AccountGrantFragment as Grant } from '@/generated/fragments';
import { PageHeading } from '@/layouts/PageHeading';
import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { AppLogo } from '@/ui/AppLogo';
import { Empty } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { grantedName } from './granted';

/** /mypage/connections: the apps that the member allows something. */
export function ConnectionsView() {
  const { t } = useTranslation('connections');
  const { data } = useQuery(ConnectionsScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  const { accountGrants, oidcProviderName } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead', { service: oidcProviderName })} />
      {accountGrants.length === 0 ? (
        <Empty>{t('empty')}</Empty>
      ) : (
        <ul className="grid gap-4">
          {accountGrants.map((grant) => (
            <li key={grant.grantId}>
              <Row grant={grant} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ grant }: { grant: Grant }) {
  const locale = useLocale();
  const { t } = useTranslation('connections');
  return (
    <Link
      href={`${paths.connections}/client/${encodeURIComponent(grant.clientId)}`}
      className="card flex items-center gap-4 text-ink no-underline"
    >
      <AppLogo src={grant.client.logo_uri} />
      <span className="min-w-0 flex-1">
        <span className="block font-bold break-words">{grantedName(grant.client, locale)}</span>
        <span className="block text-sm text-ink-2 tabular-nums">
          {t('since', { at: formatMinute(grant.issuedAt, locale) })}
        </span>
      </span>
      <Icon of={ChevronRight} className="size-5 shrink-0 text-ink-2" />
    </Link>
  );
}
