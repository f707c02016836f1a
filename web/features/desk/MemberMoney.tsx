import { formatDay, formatMinute, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { cardOf } from './MemberContracts';
import { type Bill, chargesOf, type Money } from './member';
import { Rows } from './Rows';

type Props = { data?: Money; wrong?: string };

/** What is owed, what was taken, and what was given back. */
export function MemberMoney({ data, wrong }: Props) {
  const { t } = useTranslation('desk');
  const locale = useLocale();
  const yen = (amount: number) => formatYen(amount, locale);
  return (
    <>
      <Rows
        title={t('bills.title')}
        id="bills"
        wrong={wrong}
        page={data?.bills}
        keyOf={({ billId }) => billId}
        columns={[
          { head: t('bills.due'), cell: ({ dueDay }) => formatDay(dueDay) },
          { head: t('bills.plan'), cell: (bill) => <Of bill={bill} /> },
          {
            head: t('state'),
            cell: ({ state, paidAt, nextAttemptAt }) => (
              <>
                <State state={state} />
                {(paidAt ?? nextAttemptAt) && (
                  <span className="block text-sm text-ink-2">
                    {paidAt ? formatMinute(paidAt) : t('bills.next', { at: formatMinute(nextAttemptAt as string) })}
                  </span>
                )}
              </>
            ),
          },
          { head: t('amount'), number: true, cell: ({ amount }) => yen(amount) },
          { head: t('bills.refunded'), number: true, cell: ({ refunded }) => yen(refunded) },
        ]}
      />
      <Rows
        title={t('charges.title')}
        wrong={wrong}
        page={data && { nodes: chargesOf(data), pageInfo: data.bills.pageInfo }}
        keyOf={({ chargeId }) => chargeId}
        columns={[
          { head: t('at'), cell: ({ settledAt, createdAt }) => <Moment at={settledAt ?? createdAt} /> },
          {
            head: t('state'),
            cell: ({ state, errorCode }) => (
              <>
                <State state={state} />
                {errorCode && <code className="block font-mono text-xs">{errorCode}</code>}
              </>
            ),
          },
          {
            head: t('charges.provider'),
            cell: ({ provider, cardBrand, cardSuffix, providerOrderId }) => (
              <>
                {[provider, cardOf(cardBrand, cardSuffix)].filter(Boolean).join(' ')}
                <code className="block font-mono text-xs break-all text-ink-2">{providerOrderId}</code>
              </>
            ),
          },
          { head: t('amount'), number: true, cell: ({ amount }) => yen(amount) },
          { head: t('charges.left'), number: true, cell: ({ left }) => yen(left) },
        ]}
      />
      <Rows
        title={t('refunds.title')}
        wrong={wrong}
        page={data?.refunds}
        keyOf={({ refundId }) => refundId}
        columns={[
          {
            head: t('at'),
            cell: ({ doneAt, createdAt, number }) => (
              <>
                <Moment at={doneAt ?? createdAt} />
                <Told>{number}</Told>
              </>
            ),
          },
          { head: t('state'), cell: ({ state }) => <State state={state} /> },
          { head: t('refunds.by'), cell: ({ askedBy }) => askedBy },
          { head: t('amount'), number: true, cell: ({ amount }) => yen(amount) },
        ]}
      />
    </>
  );
}

function Of({ bill: { planName, startDay, endDay, number } }: { bill: Bill }) {
  return (
    <>
      <span>{planName}</span>
      {startDay && endDay && (
        <span className="block text-sm text-ink-2 tabular-nums">{`${formatDay(startDay)}–${formatDay(endDay)}`}</span>
      )}
      <Told>{number}</Told>
    </>
  );
}

/** What the member was told. */
function Told({ children }: { children: string }) {
  return <span className="block text-sm whitespace-nowrap text-ink-2 tabular-nums">{children}</span>;
}

function Moment({ at }: { at: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMinute(at)}</span>;
}

const tones: Record<string, BadgeTone> = {
  paid: 'done',
  settled: 'done',
  done: 'done',
  declined: 'danger',
  refused: 'danger',
  orphaned: 'danger',
  unknown: 'caution',
  paying: 'caution',
  attempting: 'caution',
};

function State({ state }: { state: string }) {
  const { t } = useTranslation('desk');
  return (
    <span className="whitespace-nowrap">
      <Badge tone={tones[state] ?? 'neutral'}>{t(`states.${state}` as 'states.paid', state)}</Badge>
    </span>
  );
}
