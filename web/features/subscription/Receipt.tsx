import { Completed } from '@/layouts/Completed';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';

type Props = {
  planName: string | null;
  receiptNumber: string | null;
  lastViewingDay: string | null;
  endDay: string | null;
  /** Its last payment is still being looked up. */
  isPaymentOpen: boolean;
  /** The way to take the cancellation back, and what is said about it; null when it cannot be. */
  undo: { id: string; says: string } | null;
  next: { href: string; label: string };
};

/** The receipt of a cancellation. */
export function Receipt({ planName, receiptNumber, lastViewingDay, endDay, isPaymentOpen, undo, next }: Props) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const on = (day: string | null) => (day ? formatDate(day, locale) : '');
  return (
    <Completed
      title={t('cancelled.title')}
      text={t('cancelled.text')}
      next={next}
      after={
        undo && (
          <div className="flex flex-col gap-3">
            <p>{undo.says}</p>
            <LinkButton href={paths.undoCancellation(undo.id)} kind="secondary" wide>
              {t('cancelled.toUndo')}
            </LinkButton>
          </div>
        )
      }
    >
      <DefinitionList
        facts={[
          { term: t('cancelled.receipt'), detail: <strong className="inline-block">{receiptNumber}</strong> },
          { term: t('cancelled.plan'), detail: planName },
          lastViewingDay
            ? { term: t('cancelled.watch'), detail: on(lastViewingDay) }
            : { term: t('cancelled.end'), detail: on(endDay) },
        ]}
      />
      {isPaymentOpen && <p>{t('cancelled.open')}</p>}
    </Completed>
  );
}
