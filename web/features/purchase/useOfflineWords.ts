import { useTranslation } from '@/lib/i18n';

/**
 * What an order says without a network. Where it could not even be sent it is not placed. Where no answer came it may be: its token sees to
 * it that sending it again charges nobody twice.
 */
export function useOfflineWords(): { unsent: string; unanswered: string } {
  const { t } = useTranslation('purchase');
  return { unsent: t('offline.unsent'), unanswered: t('offline.unanswered') };
}
