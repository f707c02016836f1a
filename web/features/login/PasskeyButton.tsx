import { Fingerprint } from 'lucide';
import type { AnyAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Alert } from '@/ui/Alert';
import { Button, type ButtonKind } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import type { usePasskey } from './usePasskey';
import { WaitHint } from './WaitHint';

type Props = {
  passkey: ReturnType<typeof usePasskey>;
  action: AnyAction;
  label: string;
  kind?: ButtonKind;
  /** Says in a few words what a passkey is. */
  hint?: string;
};

/** The button that asks the device for a passkey, and what has come of it. */
export function PasskeyButton({ passkey, action, label, kind = 'secondary', hint }: Props) {
  const { t } = useTranslation('login');
  const { ask, asking, start, broken } = passkey;
  return (
    <div className="flex flex-col gap-3 noscript:hidden">
      <ActionNotice action={start} ns="login" />
      <ActionNotice action={action} ns="login" />
      <WaitHint notice={start.notice ?? action.notice} />
      <Alert>{broken && t('passkey.failed')}</Alert>
      <Button kind={kind} wide pending={asking || action.pending} onClick={() => void ask()}>
        <Icon of={Fingerprint} className="size-5 shrink-0" />
        <span>{label}</span>
      </Button>
      {hint && <p className="text-center text-sm text-ink-2">{hint}</p>}
    </div>
  );
}
