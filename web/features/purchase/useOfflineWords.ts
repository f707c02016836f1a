import type { Unreached } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';

/**
 * What an order says without a network. Where it could not even be sent it is not placed. Where no
 * answer came it may be placed: its token prevents a second charge when it is sent again.
 */
export function useOfflineWords(): Record<Unreached, string> {
  const { t } = useTranslation('purchase');
  return { OFFLINE: t('offline.unsent'), UNANSWERED: t('offline.unanswered') };
}
