import { formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import type { Member } from './member';

/** Says what was tried too often, and until when it is refused. */
export function useThrottled(): (of: Member['login']['throttles'][number]) => string {
  const { t } = useTranslation('desk');
  return ({ what, tries, until }) =>
    until
      ? t('throttles.refused', { what: t(`limits.${what}`), count: tries, until: formatMinute(until) })
      : t('throttles.tried', { what: t(`limits.${what}`), count: tries });
}
