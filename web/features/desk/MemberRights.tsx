import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import type { Contracts } from './member';
import { Rows } from './Rows';

/** What the member may watch, and until when. */
export function MemberRights({ rights }: { rights: Contracts['entitlements'] }) {
  const { t } = useTranslation('desk');
  return (
    <Rows
      title={t('rights.title')}
      page={rights}
      keyOf={({ entitlementId }) => entitlementId}
      columns={[
        { head: t('contracts.plan'), cell: ({ planName }) => planName },
        { head: t('rights.by'), cell: ({ subscriptionId }) => t(subscriptionId ? 'rights.contract' : 'rights.order') },
        { head: t('rights.from'), cell: ({ startsAt }) => <Moment at={startsAt} /> },
        {
          head: t('rights.end'),
          cell: ({ expiresAt, revokedAt }) => (
            <>
              <span>{expiresAt ? <Moment at={expiresAt} /> : t('rights.endless')}</span>
              {revokedAt && (
                <span className="flex flex-wrap items-center gap-2">
                  <Badge tone="danger">{t('rights.revoked')}</Badge>
                  <Moment at={revokedAt} />
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function Moment({ at }: { at: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMinute(at)}</span>;
}
