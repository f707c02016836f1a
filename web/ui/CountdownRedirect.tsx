import { useCallback } from 'react';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { useCountdown } from './useCountdown';

/**
 * Says when the page will move on by itself, and moves on. A link to the same place belongs
 * beside it.
 */
export function CountdownRedirect({ to, seconds }: { to: string; seconds: number }) {
  const { t } = useTranslation('common');
  const leave = useCallback(() => void go(to, 'replace'), [to]);
  const { left } = useCountdown(seconds, leave);
  return <p className="tabular-nums text-ink-2">{t('redirectIn', { seconds: left })}</p>;
}
