import type { PlanFragment } from '@/generated/fragments';
import { formatDateTime } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { contractButton } from './availability';

/** When the sale of a plan begins, or ends, where that is told. */
export function SaleDays({ plan }: { plan: PlanFragment }) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const { availability, salesStartDate, salesEndDate } = plan;
  if (availability === 'BEFORE_SALE' && salesStartDate) {
    return <p className="text-sm text-ink-2">{t('salesStart', { at: formatDateTime(salesStartDate, locale) })}</p>;
  }
  if (contractButton[availability].enabled && salesEndDate) {
    return <p className="text-sm text-ink-2">{t('salesEnd', { at: formatDateTime(salesEndDate, locale) })}</p>;
  }
  return null;
}
