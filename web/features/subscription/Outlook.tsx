import type { OutlookFragment } from '@/generated/fragments';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { Notice } from '@/ui/Notice';

/** What becomes of a contract when its member does nothing, and what is charged next. */
export function Outlook({ outlook, level: Heading = 'h3' }: { outlook: OutlookFragment; level?: 'h2' | 'h3' }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const day = formatDate(outlook.day, locale);
  const last = outlook.lastDay ? formatDate(outlook.lastDay, locale) : '';
  const words = t(`outlook.${outlook.course}`, { day, last });
  return (
    <section className="flex flex-col gap-3" aria-label={t('outlook.title')}>
      <Heading className="text-base">{t('outlook.title')}</Heading>
      {outlook.course === 'RETRIED' ? <Notice tone="caution">{words}</Notice> : <p>{words}</p>}
      <Owed outlook={outlook} />
    </section>
  );
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
