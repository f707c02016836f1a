import type { AnyAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/Form';
import { ResendButton } from '@/ui/ResendButton';
import { toast } from '@/ui/Toast';
import { WaitHint } from './WaitHint';

type Props = {
  action: Pick<AnyAction, 'notice'>;
  code: string;
  /** What to look at first. */
  hint: string;
  onResend: () => Promise<unknown>;
};

/** What to do when a code does not arrive: look again, then have another one sent. */
export function Resend({ action, code, hint, onResend }: Props) {
  const { t } = useTranslation('login');
  const resend = async () => {
    if (await onResend()) toast.done(t('code.resent', { code }));
  };
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-6">
      <p className="text-sm text-ink-2">{hint}</p>
      <ActionNotice action={action} ns="login" fallback="code.sendFailed" />
      <WaitHint notice={action.notice} />
      <ResendButton onResend={resend} />
    </section>
  );
}
