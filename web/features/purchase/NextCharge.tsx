import type { OrderVerificationFragment, PlanFragment } from '@/generated/fragments';
import { formatDate, formatEvery, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';

type Props = {
  plan: Pick<PlanFragment, 'renewSpan' | 'renewSpanUnit'>;
  order: OrderVerificationFragment;
  /** The day of the next payment, where it is not that of the order's own schedule. */
  nextDay?: string | null;
};

/**
 * From when a contract costs how much, in one line; nothing where it does not renew, or where
 * nothing is ever charged.
 */
export function NextCharge({ plan, order, nextDay }: Props) {
  const { t } = useTranslation(['purchase', 'common']);
  const locale = useLocale();
  const { freeTrialDays, renewalAmount, regularCharge, schedule } = order;
  const next = regularCharge ?? schedule[freeTrialDays > 0 ? 0 : 1];
  if (renewalAmount === null || !next?.amount) return null;
  const date = formatDate(nextDay ?? next.day, locale);
  const every = formatEvery(plan.renewSpan, plan.renewSpanUnit, locale);
  return (
    <span className="tabular-nums">
      {t('summary.then', { date, every, amount: formatYen(next.amount, locale) })}
      <span className="text-sm">
        {locale === 'ja' ? '' : ' '}
        {t('common:taxIncluded')}
      </span>
    </span>
  );
}
