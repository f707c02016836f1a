import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Money } from '@/ui/Money';

type Props = {
  day: string;
  yen: number;
  /** The period that is paid, where it is not said beside it. */
  per?: string;
};

/** When a contract is paid next, and how much. */
export function NextPayment({ day, yen, per }: Props) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  return (
    <span>
      {t('paidOn', { day: formatDate(day, locale) })}
      <Money yen={yen} per={per} />
    </span>
  );
}
