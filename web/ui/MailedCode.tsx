import type { ReactNode } from 'react';
import type { AnyAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from './Form';
import { ResendButton } from './ResendButton';
import { toast } from './Toast';
import { useMailDomainHint } from './useMailDomainHint';

type SentProps = { code: string; address: string; minutes: number };

/** Where a code went, and how long it can be used. */
export function CodeSent({ code, address, minutes }: SentProps) {
  const { t } = useTranslation('common');
  return (
    <div className="flex flex-col gap-3">
      <p>{t('code.sentTo', { code })}</p>
      <p className="font-bold break-all">{address}</p>
      <p>{t('code.lead', { code, minutes })}</p>
    </div>
  );
}

type ResendProps = {
  code: string;
  action: Pick<AnyAction, 'notice'>;
  /** Resolves to nothing when the code was not sent. */
  onResend: () => Promise<unknown>;
  /** What to look at first; the spam folder and the store's address when it is left out. */
  hint?: string;
  children?: ReactNode;
};

/** What to do when a code does not arrive: look again, then have another one sent. */
export function CodeResend({ code, action, onResend, hint, children }: ResendProps) {
  const { t } = useTranslation('common');
  const domain = useMailDomainHint();
  const resend = async () => {
    if (await onResend()) toast.done(t('code.resent', { code }));
  };
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      <p className="text-sm text-ink-2">{hint ?? t('code.notArrived')}</p>
      {!hint && domain && <p className="text-sm text-ink-2">{domain}</p>}
      <ActionNotice action={action} ns="common" fallback="code.sendFailed" />
      {children}
      <ResendButton onResend={resend} />
    </section>
  );
}
