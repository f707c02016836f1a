import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '@/lib/i18n';
import { dismiss, type Toast } from '@/lib/toast';
import { cx } from './cx';

/** The words of a toast. One that tells a failure can be closed, by its button and by Escape where no dialog is open. */
export function ToastContent({ toast: { id, tone, text } }: { toast: Toast }) {
  const { t } = useTranslation('common');
  const cameFrom = useRef<HTMLElement>(null);
  const isError = tone === 'error';
  useEffect(() => {
    if (!isError) return;
    const escaped = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open]')) dismiss(id);
    };
    document.addEventListener('keydown', escaped);
    return () => document.removeEventListener('keydown', escaped);
  }, [id, isError]);
  const close = () => {
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main');
    back?.focus({ preventScroll: true });
    dismiss(id);
  };
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <div
      className={cx(
        'flex items-center gap-2 rounded-control border pl-4',
        isError ? 'border-danger text-danger' : 'border-done pr-4 text-done',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="py-3 text-ink">{text}</span>
      {isError && (
        <button
          type="button"
          aria-label={t('close')}
          onFocus={({ relatedTarget }) => {
            cameFrom.current = relatedTarget as HTMLElement | null;
          }}
          onClick={close}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}
