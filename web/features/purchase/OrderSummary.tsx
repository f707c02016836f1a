import type { OrderVerificationFragment, PlanFragment } from '@/generated/fragments';
import { formatDate, formatPer, formatPrice } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { isSubscription } from '../plans/availability';

const decade = 10;

/** An entitlement that ends more than ten years ahead counts as endless and is not shown (K-021, A-124). */
export function showsExpiry(expiry: string | null, now: Date = new Date()): expiry is string {
  if (!expiry) return false;
  const limit = new Date(now);
  limit.setFullYear(limit.getFullYear() + decade);
  return new Date(`${expiry}T00:00:00+09:00`) <= limit;
}

/** What is bought and what it costs: the amount now is the largest thing; first charge and what comes after in the same block. */
export function OrderSummary({ plan, order }: { plan: PlanFragment; order: OrderVerificationFragment }) {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const subscription = isSubscription(plan);
  const free = order.billingAmount === 0;
  return (
    <Card title={t('summary.title')}>
      <p className="font-bold">{plan.planName}</p>
      <div>
        <p className="text-sm text-ink-2">{t('summary.now')}</p>
        <Money yen={order.billingAmount} size="large" />
        {free && order.freeTrialDays > 0 && (
          <p className="text-sm">{t('summary.trial', { days: order.freeTrialDays })}</p>
        )}
      </div>
      <DefinitionList
        facts={[
          subscription && { term: t('summary.firstPayment'), detail: formatDate(order.firstPaymentDay, locale) },
          subscription && order.renewalAmount !== null
            ? {
                term: t('summary.after'),
                detail: `${formatPrice(order.renewalAmount, locale)} ${formatPer(plan.renewSpan, plan.renewSpanUnit, locale)}`,
              }
            : null,
          order.isReContract ? { term: t('summary.recontract'), detail: t('summary.recontractText') } : null,
          showsExpiry(order.entitlementExpiration)
            ? { term: t('summary.viewUntil'), detail: formatDate(order.entitlementExpiration, locale) }
            : null,
        ]}
      />
    </Card>
  );
}
