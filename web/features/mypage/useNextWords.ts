import { formatChargeDay, formatYen, isLongPeriod } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import type { HomeContract } from './home';

/** What comes next of a contract, in a few words: the day and the amount. */
export function useNextWords({ outlook }: HomeContract): string {
  const { t } = useTranslation('mypage');
  const locale = useLocale();
  const { course, day, amount, periodStart, periodEnd } = outlook;
  const isLong = course === 'ENDS' ? isLongPeriod(new Date().toISOString(), day) : isLongPeriod(periodStart, periodEnd);
  const words = {
    day: formatChargeDay(day, locale, isLong),
    amount: formatYen(amount ?? 0, locale),
  };
  return t(`next.${course}`, words);
}
