import type { BesidePlanFragment } from '@/generated/fragments';
import { formatEvery, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';

/**
 * Says which plan the member has, and what it costs. While it is going to be another one, what is
 * charged next is of that one, and is left out.
 */
export function HeldPlan({ subscription }: { subscription: BesidePlanFragment }) {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const { planName: plan, billingAmount, renewSpan, renewSpanUnit, planChange } = subscription;
  const rate = { every: formatEvery(renewSpan, renewSpanUnit, locale), price: formatYen(billingAmount, locale) };
  return <span>{planChange ? t('sibling.named', { plan }) : t('sibling.held', { plan, ...rate })}</span>;
}
