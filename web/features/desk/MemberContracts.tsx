import { formatDay, formatMinute, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Badge } from '@/ui/Badge';
import { MemberRights } from './MemberRights';
import type { Contract, Contracts } from './member';
import { Rows } from './Rows';

type Props = { data?: Contracts; wrong?: string };

/** Contracts, with what becomes of each when its member does nothing, and what may be watched. */
export function MemberContracts({ data, wrong }: Props) {
  return (
    <>
      <List data={data} wrong={wrong} />
      {data && <MemberRights rights={data.entitlements} />}
    </>
  );
}

function List({ data, wrong }: Props) {
  const { t } = useTranslation('desk');
  return (
    <Rows
      title={t('contracts.title')}
      id="contracts"
      wrong={wrong}
      page={data?.contracts}
      keyOf={({ subscriptionId }) => subscriptionId}
      columns={[
        {
          head: t('contracts.plan'),
          cell: ({ planName, nextPlanName, cardBrand, cardSuffix }) => (
            <>
              <span className="block min-w-28">{planName}</span>
              {nextPlanName && <span className="block text-sm">{t('contracts.next', { plan: nextPlanName })}</span>}
              <span className="block text-sm text-ink-2">{cardOf(cardBrand, cardSuffix)}</span>
            </>
          ),
        },
        { head: t('state'), cell: (row) => <State row={row} /> },
        { head: t('contracts.outlook'), cell: ({ outlook }) => <Outlook outlook={outlook} /> },
        {
          head: t('contracts.paidThrough'),
          cell: ({ paidThrough }) => (
            <span className="whitespace-nowrap tabular-nums">{paidThrough ? formatDay(paidThrough) : t('none')}</span>
          ),
        },
        {
          head: t('contracts.began'),
          cell: ({ createdAt, subscriptionId }) => (
            <>
              <span className="whitespace-nowrap tabular-nums">{formatMinute(createdAt)}</span>
              <code className="block font-mono text-xs break-all text-ink-2 wide:max-w-36">{subscriptionId}</code>
            </>
          ),
        },
      ]}
    />
  );
}

export function cardOf(brand: string, suffix: string): string {
  return suffix && `${brand} *${suffix}`.trim();
}

function State({ row: { status, heldAt, cancelledAt, endedAt, receipt } }: { row: Contract }) {
  const { t } = useTranslation('desk');
  const at = endedAt ?? cancelledAt ?? heldAt;
  return (
    <>
      <span className="whitespace-nowrap">
        <Badge tone={endedAt ? 'neutral' : heldAt || cancelledAt ? 'caution' : 'done'}>
          {t(`contracts.states.${status}` as 'contracts.states.HOLD', status)}
        </Badge>
      </span>
      {at && <span className="block text-sm text-ink-2">{formatMinute(at)}</span>}
      {receipt && <span className="block text-sm text-ink-2">{t('contracts.receipt', { receipt })}</span>}
    </>
  );
}

function Outlook({ outlook }: { outlook: Contract['outlook'] }) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  if (!outlook) return t('none');
  const { course, day, amount } = outlook;
  return (
    <>
      <span>{t(`contracts.courses.${course}` as 'contracts.courses.ENDS', course)}</span>
      <span className="block text-sm whitespace-nowrap text-ink-2 tabular-nums">{day && formatDay(day)}</span>
      {amount > 0 && (
        <span className="block text-sm whitespace-nowrap text-ink-2 tabular-nums">{formatYen(amount, locale)}</span>
      )}
    </>
  );
}
