import type { Notice } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';

/** How long a caller with too many tries has to wait; nothing without such a wait. */
export function WaitHint({ notice }: { notice: Notice | null }) {
  const { t } = useTranslation('login');
  const wait = notice?.retryAfter;
  if (!wait) return null;
  return (
    <p className="tabular-nums text-ink-2">
      {wait < 120 ? t('waitSeconds', { count: wait }) : t('waitMinutes', { count: Math.ceil(wait / 60) })}
    </p>
  );
}
