import { showsExpiry } from '@/features/bought/expiry';
import { isSubscription } from '@/features/plans/availability';
import type { OrderVerificationFragment, PlanFragment } from '@/generated/fragments';
import { formatDate, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { NextCharge } from './NextCharge';

type Props = {
  plan: PlanFragment;
  order: OrderVerificationFragment;
  /** The day of the next payment, where it is not that of the order's own schedule. */
  nextDay?: string | null;
};

/** What a campaign gives with the order, in the store's words and in figures. */
export function Campaign({ order }: { order: OrderVerificationFragment }) {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const { campaignName, campaignDescription, freeTrialDays, discountContinuationCount: count, schedule } = order;
  const [first] = schedule;
  if (!campaignName) return null;
  return (
    <div className="rounded-control bg-accent-subtle p-3 text-sm">
      <p className="font-bold">{campaignName}</p>
      {campaignDescription && <p>{campaignDescription}</p>}
      {order.campaignType === 'free' && <p>{t('summary.free', { days: freeTrialDays })}</p>}
      {count && first ? (
        <p>
          {t('summary.discounted', { count, date: formatDate(first.day, locale) })} <Money yen={first.amount} />
        </p>
      ) : null}
      {order.campaignEndDate && <p>{t('summary.campaignEnd', { date: formatDate(order.campaignEndDate, locale) })}</p>}
    </div>
  );
}

/**
 * What is bought and what it costs: the amount now is the largest thing, what comes after and that
 * it can be cancelled right under it.
 */
export function OrderSummary({ plan, order, nextDay }: Props) {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const subscription = isSubscription(plan);
  const per = formatPer(plan.renewSpan, plan.renewSpanUnit, locale);
  const { billingAmount, renewalAmount, freeTrialDays, entitlementExpiration } = order;
  const trial = order.campaignType !== 'free' && freeTrialDays > 0;
  return (
    <Card title={t('summary.title')}>
      <p className="font-bold">{plan.planName}</p>
      <div>
        <p className="text-sm text-ink-2">{t('summary.now')}</p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Money yen={billingAmount} size="large" />
          {subscription && billingAmount > 0 && <span className="text-sm text-ink-2">{per}</span>}
        </p>
        {subscription && (
          <p className="font-bold">
            <NextCharge plan={plan} order={order} nextDay={nextDay} />
          </p>
        )}
        {subscription && renewalAmount !== null && <p className="text-sm">{t('summary.anyTime')}</p>}
        {trial && <p className="text-sm">{t('summary.trial', { days: freeTrialDays })}</p>}
      </div>
      <Campaign order={order} />
      <DefinitionList
        facts={[
          subscription && { term: t('summary.firstPayment'), detail: formatDate(order.firstPaymentDay, locale) },
          order.isReContract ? { term: t('summary.recontract'), detail: t('summary.recontractText') } : null,
          showsExpiry(entitlementExpiration)
            ? { term: t('summary.viewUntil'), detail: formatDate(entitlementExpiration, locale) }
            : null,
        ]}
      />
    </Card>
  );
}
