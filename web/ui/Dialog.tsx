import { X } from 'lucide';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Icon } from './Icon';

type Props = {
  open: boolean;
  title: string;
  /** Whether it is all that the page shows: its title is the page's one h1 then. */
  alone?: boolean;
  children?: ReactNode;
  /** The decision's buttons. */
  actions?: ReactNode;
  /**
   * Called by Escape and the close button. Without it the dialog can only be left by its actions.
   */
  onClose?: () => void;
};

/**
 * The browser's own modal dialog: focus stays inside, Escape closes, focus returns to where it was.
 * One that is open from the start is in the server's HTML as an open box, so that it can be read
 * without script.
 */
export function Dialog({ open, title, alone = false, children, actions, onClose }: Props) {
  const { t } = useTranslation('common');
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const Heading = alone ? 'h1' : 'h2';

  const [served] = useState(open);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (dialog.open) {
      dialog.close();
      // What had opened it may be gone with what was decided: the keyboard goes on at the
      // content then.
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    }
    if (!open) return;
    dialog.showModal();
    // Browsers begin at what can have the focus first, which may be the place of an alert.
    if (document.activeElement?.matches('[role=alert]'))
      dialog.querySelector<HTMLElement>('a[href], button, input, select, textarea')?.focus();
  }, [open]);

  return (
    <dialog
      ref={element}
      open={served}
      aria-labelledby={open ? id : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Browsers close what does not let itself be closed at a second Escape.
      onClose={() => {
        if (open && !onClose && !element.current?.open) element.current?.showModal();
      }}
      className="w-[min(32rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6"
    >
      {open && (
        <div className="flex flex-col gap-4">
          <div className="flex items-start justify-between gap-4">
            <Heading id={id} className="text-xl">
              {title}
            </Heading>
            {onClose && (
              <button
                type="button"
                aria-label={t('close')}
                onClick={onClose}
                className="-mt-2 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control"
              >
                <Icon of={X} className="size-5" />
              </button>
            )}
          </div>
          {children}
          {actions && <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
