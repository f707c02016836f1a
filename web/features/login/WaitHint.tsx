import type { Notice } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';

/** How long who has tried too often has to wait; nothing where nobody has. */
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

/**
 * On the pages of codes a failure is a failed proof, whatever its cause (E-007, E-016). Who has tried too often is also told to
 * wait.
 */
export function failedProof(notice: Notice | null, failed: string): Notice | null {
  if (!notice) return null;
  const wait = notice.code === 'TOO_MANY_REQUESTS' ? (notice.message ?? '') : '';
  return { ...notice, code: 'FAILED', message: `${failed}${wait && ` ${wait}`}` };
}
