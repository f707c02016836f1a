import type { PlanFragment } from '@/generated/fragments';
import { formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';

/**
 * Under the button of a plan among those that the member has one of: what is ordered, not changed
 * to, is paid beside the present contract.
 */
export function Added({ plan: { availability, price } }: { plan: PlanFragment }) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  if (availability !== 'AVAILABLE' && availability !== 'FREE_TRIAL') return null;
  return <p className="text-sm text-ink-2">{t('added', { price: formatYen(price, locale) })}</p>;
}
