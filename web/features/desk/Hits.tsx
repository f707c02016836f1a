import type { FindScreenQuery } from '@/generated/staff/FindScreen';
import { deskPaths } from '@/lib/desk/paths';
import { formatDay } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Table } from '@/ui/Table';
import { TextLink } from '@/ui/TextLink';
import { StatusBadge } from './StatusBadge';

type Hit = NonNullable<FindScreenQuery['find']>['nodes'][number];

/** What was found, masked, and by what. */
export function Hits({ hits }: { hits: readonly Hit[] }) {
  const { t } = useTranslation('desk');
  const none = t('none');
  return (
    <Table
      caption={t('find.hits')}
      rows={hits}
      keyOf={({ member, targetId }) => `${member.accountId} ${targetId}`}
      columns={[
        {
          head: t('fields.NAME'),
          cell: ({ member: { accountId, name } }) => (
            <TextLink href={deskPaths.member(accountId)}>{name || t('find.nameless')}</TextLink>
          ),
        },
        { head: t('fields.KANA'), cell: ({ member }) => member.nameKana || none },
        { head: t('fields.EMAIL'), cell: ({ member }) => <span className="break-all">{member.email || none}</span> },
        { head: t('fields.PHONE'), cell: ({ member }) => member.phone || none },
        { head: t('status'), cell: ({ member }) => <StatusBadge status={member.status} /> },
        { head: t('since'), cell: ({ member }) => <span className="tabular-nums">{formatDay(member.createdAt)}</span> },
        {
          head: t('find.matched'),
          cell: ({ matched, targetId }) => (
            <>
              {matched.map((kind) => t(`kinds.${kind}`)).join(t('and'))}
              {targetId && <code className="block font-mono text-xs break-all text-ink-2">{targetId}</code>}
            </>
          ),
        },
      ]}
    />
  );
}
