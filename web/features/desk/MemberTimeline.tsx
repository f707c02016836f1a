import { holds } from '@/lib/desk/desk';
import { deskPaths } from '@/lib/desk/paths';
import type { Caller } from '@/lib/desk/props';
import { formatSecond, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLocale } from '@/lib/pageContext';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { cx } from '@/ui/cx';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { useHappened } from './happened';
import type { MemberPage, Timeline } from './member';
import { happenings, needs } from './values';

type Props = {
  data?: Timeline;
  wrong?: string;
  page: MemberPage;
  caller: Caller;
};

const at = '#timeline';

/** What happened, of all kinds or of one, the newest first. */
export function MemberTimeline({ data, wrong, page, caller }: Props) {
  const { t } = useTranslation('desk');
  const { member, wanted } = page;
  const to = (more: { kind?: string | null; after?: string | null }) =>
    `${deskPaths.member(member.accountId, more)}${at}`;
  const kinds = happenings.filter((kind) => !needs[kind] || holds(caller, needs[kind]));
  const next = data?.pageInfo.hasNextPage ? data.pageInfo.endCursor : null;
  return (
    <Card title={t('timeline.title')} id="timeline">
      <nav aria-label={t('timeline.filter')} className="flex flex-wrap gap-2">
        {[null, ...kinds].map((kind) => (
          <Link
            key={kind ?? 'all'}
            href={to({ kind })}
            aria-current={kind === wanted.kind ? 'true' : undefined}
            className={cx(
              'inline-flex min-h-11 items-center rounded-full border px-4 text-sm no-underline',
              kind === wanted.kind
                ? 'border-accent-text bg-accent-subtle font-bold text-accent-text'
                : 'border-line-strong bg-surface text-ink',
            )}
          >
            {t(`timeline.kinds.${kind ?? 'ALL'}`)}
          </Link>
        ))}
      </nav>
      {wrong !== undefined && <Notice tone="error">{wrong || t('failed')}</Notice>}
      {data?.nodes.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      {data && data.nodes.length > 0 && <Entries nodes={data.nodes} page={page} />}
      {(next || wanted.after) && (
        <div className="flex flex-wrap gap-x-6">
          {wanted.after && <TextLink href={to({ kind: wanted.kind })}>{t('timeline.newest')}</TextLink>}
          {next && <TextLink href={to({ kind: wanted.kind, after: next })}>{t('timeline.older')}</TextLink>}
        </div>
      )}
    </Card>
  );
}

function Entries({ nodes, page }: { nodes: Timeline['nodes']; page: MemberPage }) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const told = useHappened(page);
  return (
    <ol className="divide-y divide-line">
      {nodes.map((entry) => {
        const { what, tone, more } = told(entry);
        const isLong = entry.kind === 'NOTE';
        return (
          <li key={`${entry.kind} ${entry.id}`} className="flex flex-col gap-x-4 gap-y-1 py-3 sm:flex-row">
            <time dateTime={entry.at} className="shrink-0 text-sm text-ink-2 tabular-nums sm:w-40 sm:pt-0.5">
              {formatSecond(entry.at)}
            </time>
            <div className="flex min-w-0 grow flex-col gap-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="text-sm text-ink-2">{t(`timeline.kinds.${entry.kind}`)}</span>
                <Badge tone={tone}>{what}</Badge>
                {entry.amount !== null && <span className="tabular-nums">{formatYen(entry.amount, locale)}</span>}
                {more && !isLong && <span className="wrap-anywhere">{more}</span>}
                {entry.by && <span className="text-sm text-ink-2">{entry.by}</span>}
              </p>
              {more && isLong && <p className="whitespace-pre-line wrap-anywhere">{more}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
