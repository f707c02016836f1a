import { useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Button } from './Button';
import { LiveRegion } from './LiveRegion';
import { useCountdown } from './useCountdown';

const resendWait = 30;

type Props = {
  onResend: () => Promise<unknown>;
  label?: string;
  /** No code is on its way: the first one need not wait. */
  isFirst?: boolean;
};

/**
 * Sends a code again: disabled for 30 seconds after the page opens and after each sending, with the
 * seconds left in sight. Their end is announced.
 */
export function ResendButton({ onResend, label, isFirst }: Props) {
  const { t } = useTranslation('common');
  const { left, restart } = useCountdown(isFirst ? 0 : resendWait);
  const [pending, setPending] = useState(false);
  const resend = async () => {
    setPending(true);
    try {
      await onResend();
    } finally {
      setPending(false);
      restart();
    }
  };
  return (
    <div className="flex flex-col items-center gap-1">
      <Button kind="text" disabled={left > 0} pending={pending} onClick={() => void resend()}>
        {label ?? t('code.resend')}
      </Button>
      {left > 0 && <p className="text-sm tabular-nums text-ink-2">{t('code.resendIn', { seconds: left })}</p>}
      <LiveRegion className="sr-only">{!isFirst && left === 0 && t('code.canResend')}</LiveRegion>
    </div>
  );
}
