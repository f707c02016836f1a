import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Button } from './Button';
import { Dialog } from './Dialog';

type Props = {
  open: boolean;
  /** Names the thing that is about to change. */
  title: string;
  children?: ReactNode;
  /** Says what will happen. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question before something that is hard to undo; the safe answer has the focus. */
export function ConfirmDialog(props: Props) {
  const { t } = useTranslation('common');
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel,
    danger = false,
    pending = false,
    onConfirm,
    onClose,
  } = props;
  const safe = useRef<HTMLButtonElement>(null);
  // Opened, the browser gives the focus to the first button. This runs after the dialog's
  // own effect.
  useEffect(() => {
    if (open) safe.current?.focus();
  }, [open]);
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" ref={safe} onClick={onClose}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
