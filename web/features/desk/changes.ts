import type { ProposalsScreenQuery } from '@/generated/staff/ProposalsScreen';
import { formatDay, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { prefectureName } from '@/lib/japan/prefectures';
import { useLocale } from '@/lib/pageContext';

type Change = NonNullable<ProposalsScreenQuery['proposals']>['nodes'][number]['changes'][number];

/** Says what would become of a value; what has no words of its own is shown as it is. */
export function useChange(): (change: Change) => { term: string; detail: string } {
  const { t, i18n } = useTranslation('desk');
  const locale = useLocale();
  const known = (key: string) => (i18n.exists(`desk:${key}`) ? t(key as 'proposals.changes.refund') : null);
  const termOf = (field: string) =>
    known(`proposals.changes.${field}`) ?? known(`corrections.${field}`) ?? known(`fields.${field}`) ?? field;
  const wordsOf = (field: string, value: string) => {
    if (field === 'refund' || field === 'left') return formatYen(Number(value), locale);
    if (field === 'prefecture') return prefectureName(value, locale) || t('none');
    if (field === 'sex') return known(`sexes.${value}`) ?? value;
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
    if (!/^\w+$/.test(value) || known(`corrections.${field}`)) return value; // what somebody typed
    return known(`proposals.values.${value}`) ?? known(`factors.${value}`) ?? value;
  };
  return ({ field, from, to }) => ({
    term: termOf(field),
    detail:
      [from, to]
        .filter(Boolean)
        .map((value) => wordsOf(field, value))
        .join(' → ') || t('none'),
  });
}
