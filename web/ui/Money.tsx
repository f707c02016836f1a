import { formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { cx } from './cx';

type Props = {
  yen: number;
  /** `large` is the one amount a payment page is about. */
  size?: 'normal' | 'large';
  /** Shown beside the amount: the period, most often. */
  per?: string;
  /** Off where tax is shown on its own line. */
  tax?: boolean;
};

/** An amount in yen with its small （税込）. */
export function Money({ yen, size = 'normal', per, tax = true }: Props) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  return (
    <span className="tabular-nums">
      <span className={cx('whitespace-nowrap', size === 'large' ? 'text-3xl font-bold leading-tight' : 'font-bold')}>
        {formatYen(yen, locale)}
      </span>
      {tax && (
        <span className="whitespace-nowrap text-sm font-normal">
          {locale === 'ja' ? '' : ' '}
          {t('taxIncluded')}
        </span>
      )}
      {per && (
        <>
          {' '}
          <span className="inline-block text-sm font-normal text-ink-2">{per}</span>
        </>
      )}
    </span>
  );
}
