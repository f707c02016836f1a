import { useQuery } from '@apollo/client/react';
import { MoreHorizontal } from 'lucide';
import type { PaymentHistoryEntryFragment as Entry } from '@/generated/fragments';
import { PaymentHistoryScreenDocument } from '@/generated/PaymentHistoryScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { useLocale, useStore, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Icon } from '@/ui/Icon';
import { Table } from '@/ui/Table';
import { TextLink } from '@/ui/TextLink';
import { formatSigned } from './amounts';
import { PaidWith } from './PaidWith';

/** What the member has paid and got back within a year. */
export function PaymentHistoryView() {
  const { t } = useTranslation('billing');
  const { data } = useQuery(PaymentHistoryScreenDocument, { variables: useVariables(PaymentHistoryScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { paymentHistory: entries, pageInfo } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <TextLink href={paths.paymentMethods} className="self-start wide:hidden">
        {t('toMethods')}
      </TextLink>
      {entries.length === 0 ? <Nothing /> : <Entries entries={entries} />}
      {(pageInfo.hasPreviousPage || pageInfo.hasNextPage) && (
        <nav aria-label={t('pages')} className="flex flex-col gap-3 sm:flex-row sm:justify-between">
          {pageInfo.hasPreviousPage && (
            <LinkButton href={paths.paymentHistory} kind="secondary">
              {t('newest')}
            </LinkButton>
          )}
          {pageInfo.hasNextPage && pageInfo.endCursor && (
            <LinkButton href={paths.paymentHistoryAfter(pageInfo.endCursor)} kind="secondary">
              {t('older')}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  );
}

function Nothing() {
  const { t } = useTranslation('billing');
  const { hasSubscriptionPlan } = useStore();
  return (
    <Empty
      action={
        hasSubscriptionPlan && (
          <LinkButton href={paths.mypagePlans} kind="secondary">
            {t('toPlans')}
          </LinkButton>
        )
      }
    >
      {t('empty')}
    </Empty>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  return (
    <>
      <div className="max-wide:hidden">
        <Table
          caption={t('title')}
          rows={entries}
          keyOf={keyOf}
          columns={[
            { head: t('date'), cell: (entry) => <span className="whitespace-nowrap">{dayOf(entry, locale)}</span> },
            { head: t('plan'), cell: (entry) => <What entry={entry} /> },
            { head: t('method'), cell: (entry) => <Method entry={entry} /> },
            { head: t('amount'), number: true, cell: (entry) => <Amount entry={entry} /> },
            { head: t('document'), number: true, cell: (entry) => <Documents entry={entry} /> },
          ]}
        />
      </div>
      <ul className="card divide-y divide-line p-0 sm:p-0 wide:hidden">
        {entries.map((entry) => (
          <li key={keyOf(entry)}>
            <Folded entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}

const keyOf = ({ earningsId, refundId }: Entry) => refundId ?? earningsId;

/** One row a payment: the day, what it was for, and the amount. The rest is behind it. */
function Folded({ entry }: { entry: Entry }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const { kind, planName, billingAmount } = entry;
  return (
    <details>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block text-sm text-ink-2 tabular-nums">
            {dayOf(entry, locale)}
            {kind !== 'PAID' && <span className="ml-2">{t(`kinds.${kind}`)}</span>}
          </span>
          <span className="block truncate">{planName}</span>
        </span>
        <span className="shrink-0 font-bold tabular-nums">{formatSigned(billingAmount, locale)}</span>
        <span className="visually-hidden">{t('more')}</span>
        <Icon of={MoreHorizontal} className="size-5 shrink-0 text-ink-2" />
      </summary>
      <div className="px-4 pb-3 sm:px-6">
        <DefinitionList
          facts={[
            { term: t('plan'), detail: <What entry={entry} /> },
            { term: t('method'), detail: <Method entry={entry} /> },
            { term: t('amount'), detail: <Amount entry={entry} /> },
            { term: t('document'), detail: <Documents entry={entry} /> },
          ]}
        />
      </div>
    </details>
  );
}

function Method({ entry: { accountPaymentMethod: method } }: { entry: Entry }) {
  const { t } = useTranslation('billing');
  return method ? <PaidWith method={method} /> : t('noMethod');
}

const dayOf = ({ doneAt, createdAt }: Entry, locale: 'ja' | 'en') => formatDate(doneAt ?? createdAt, locale);

const tones: Record<Entry['kind'], BadgeTone> = { PAID: 'done', FREE: 'neutral', WAIVED: 'neutral', REFUND: 'caution' };

function What({ entry }: { entry: Entry }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const { kind, planName, startDay, endDay, campaignName } = entry;
  return (
    <div className="flex flex-col items-start gap-1">
      <Badge tone={tones[kind]}>{t(`kinds.${kind}`)}</Badge>
      <span className="font-bold">{planName}</span>
      {startDay && endDay && (
        <span className="text-sm text-ink-2 tabular-nums">
          {t('period', { from: formatDate(startDay, locale), to: formatDate(endDay, locale) })}
        </span>
      )}
      {campaignName && <span className="text-sm">{campaignName}</span>}
      {kind === 'WAIVED' && <span className="text-sm text-ink-2">{t('waived')}</span>}
    </div>
  );
}

function Amount({ entry }: { entry: Entry }) {
  const { t } = useTranslation('billing');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const yen = (amount: number) => formatSigned(amount, locale);
  const { billingAmount, netBillingAmount, taxAmount, discount } = entry;
  return (
    <span className="tabular-nums">
      <span className="font-bold whitespace-nowrap">{yen(billingAmount)}</span>
      {billingAmount !== 0 && (
        <>
          <span className="text-sm whitespace-nowrap">{`${locale === 'ja' ? '' : ' '}${common('taxIncluded')}`}</span>
          <span className="block text-sm whitespace-nowrap text-ink-2">
            {t('net', { amount: yen(netBillingAmount) })}
          </span>
          <span className="block text-sm whitespace-nowrap text-ink-2">{t('tax', { amount: yen(taxAmount) })}</span>
        </>
      )}
      {discount > 0 && (
        <span className="block text-sm whitespace-nowrap text-ink-2">{t('discount', { amount: yen(-discount) })}</span>
      )}
    </span>
  );
}

/**
 * The ways to the invoice, in a tab of its own (L-075), and to what was shown with the order; what
 * cost nothing has no invoice (L-077).
 */
function Documents({ entry }: { entry: Entry }) {
  const { t } = useTranslation('billing');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const back = useAddress();
  const { earningsId, refundId, planName, hasInvoice, orderId, number } = entry;
  if (!hasInvoice && !orderId) return t('noDocument');
  const words = refundId ? 'returnInvoice' : 'invoice';
  const of = { plan: planName, date: dayOf(entry, locale) };
  return (
    <span className="flex flex-col items-start wide:items-end">
      {hasInvoice && (
        <TextLink
          opens="tab"
          href={refundId ? paths.returnInvoice(refundId) : paths.invoice(earningsId)}
          aria-label={t(`${words}.of`, of) + common('newTab')}
          className="whitespace-nowrap"
        >
          {t(`${words}.title`)}
        </TextLink>
      )}
      {hasInvoice && <span className="inline-block text-sm text-ink-2 tabular-nums">{number}</span>}
      {orderId && (
        <TextLink href={paths.evidence(orderId, back)} aria-label={t('evidence.of', of)} className="whitespace-nowrap">
          {t('evidence.title')}
        </TextLink>
      )}
    </span>
  );
}
