import type { OutlookFragment } from '@/generated/fragments';
import { formatChargeDay, formatDate, formatYen, isLongPeriod } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { Notice } from '@/ui/Notice';

/** What becomes of a contract when its member does nothing, and what is charged next. */
export function Outlook({ outlook, level: Heading = 'h3' }: { outlook: OutlookFragment; level?: 'h2' | 'h3' }) {
  const { t } = useTranslation('subscription');
  return (
    <section className="flex flex-col gap-3" aria-label={t('outlook.title')}>
      <Heading className="text-base">{t('outlook.title')}</Heading>
      <Words outlook={outlook} />
      <Owed outlook={outlook} />
    </section>
  );
}

/** What becomes of it in one sentence, with what is charged and when. */
export function NextCharge({ outlook }: { outlook: OutlookFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { course, amount, periodStart, periodEnd } = outlook;
  if (amount === null || (course !== 'CHARGED' && course !== 'COLLECTED' && course !== 'HELD')) {
    return <Words outlook={outlook} />;
  }
  const day = formatChargeDay(outlook.day, locale, isLongPeriod(periodStart, periodEnd));
  return (
    <div>
      <p className="text-2xl font-bold tabular-nums">
        {t(`charge.${course}`, { day, amount: formatYen(amount, locale) })}
      </p>
      <p className="text-ink-2">{t(`then.${course}`, { day })}</p>
    </div>
  );
}

function Words({ outlook: { course, day, lastDay } }: { outlook: OutlookFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const last = lastDay ? formatDate(lastDay, locale) : '';
  const words = t(`outlook.${course}`, { day: formatDate(day, locale), last });
  return course === 'RETRIED' ? <Notice tone="caution">{words}</Notice> : <p>{words}</p>;
}

/** What is charged next: how much, the tax inside it, and for which days. */
export function Owed({ outlook: { amount, tax, periodStart, periodEnd } }: { outlook: OutlookFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  if (amount === null || tax === null || !periodStart || !periodEnd) return null;
  const period = { from: formatDate(periodStart, locale), to: formatDate(periodEnd, locale) };
  return (
    <DefinitionList
      facts={[
        { term: t('outlook.amount'), detail: <Money yen={amount} /> },
        { term: t('outlook.tax'), detail: <Money yen={tax} tax={false} /> },
        { term: t('outlook.period'), detail: t('span', period) },
      ]}
    />
  );
}
