import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import type { SubscriptionFragment } from '@/generated/fragments';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import type { Fact } from '@/ui/DefinitionList';
import { NextPayment } from './NextPayment';

/**
 * What a member wants to know of a contract first, the same in the list and on its own page. One
 * that is going to end shows its last day in place of the next settlement, and no payment method,
 * because nothing is paid any more (S-075, S-077). The next settlement of one that is on hold lies
 * in the past, so it is left out.
 */
export function useContractFacts(subscription: SubscriptionFragment, warnExpired = false) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const { statusGroup, trialEndDay, endDay, nextSettlementDay, accountPaymentMethod, planChange } = subscription;
  const day = (value: string) => formatDate(value, locale);
  const ends = statusGroup === 'CANCEL_REQUESTED';

  const trial: Fact | null =
    statusGroup === 'TRIAL' && trialEndDay
      ? { term: t('trial'), detail: t('until', { date: day(trialEndDay) }) }
      : null;
  const settlement =
    statusGroup === 'HOLD'
      ? null
      : {
          term: t('nextSettlementDay'),
          detail: <NextPayment day={nextSettlementDay} yen={subscription.billingAmount} />,
        };
  const nextDay: Fact | null = ends ? { term: t('endDay'), detail: endDay && day(endDay) } : settlement;
  const method: Fact | null =
    !ends && accountPaymentMethod
      ? {
          term: t('paymentMethod'),
          detail: <PaymentMethodName method={accountPaymentMethod} warnExpired={warnExpired} />,
        }
      : null;
  const change: Fact | null =
    planChange && !ends
      ? { term: t('planChange'), detail: t('planChangeTo', { day: day(planChange.day), plan: planChange.planName }) }
      : null;
  return { trial, nextDay, change, method };
}
