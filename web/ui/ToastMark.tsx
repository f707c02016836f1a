import { CircleAlert, CircleCheck, X } from 'lucide';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useArrival } from '@/lib/nav';
import { dismiss, type Toast } from '@/lib/toast';
import { Icon } from './Icon';

/**
 * The icon of a toast, and how one that tells a failure goes: by its button, by Escape where
 * no dialog is open, or with its page. The focus that was on its button goes back to where it
 * came from.
 */
export function ToastMark({ id, tone }: Pick<Toast, 'id' | 'tone'>) {
  const place = useRef<HTMLSpanElement>(null);
  const isError = tone === 'error';
  const end = useCallback(() => {
    if (isError) dismiss(id);
  }, [id, isError]);
  useArrival(end);
  useEffect(() => {
    const escaped = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open]')) end();
    };
    document.addEventListener('keydown', escaped);
    return () => document.removeEventListener('keydown', escaped);
  }, [end]);
  useLayoutEffect(() => {
    const toast = place.current?.parentElement;
    let cameFrom: HTMLElement | null = null;
    const entered = ({ relatedTarget }: FocusEvent) => {
      cameFrom = relatedTarget as HTMLElement | null;
    };
    toast?.addEventListener('focusin', entered);
    return () => {
      toast?.removeEventListener('focusin', entered);
      if (!toast?.contains(document.activeElement)) return;
      const back = cameFrom?.isConnected ? cameFrom : document.getElementById('main');
      back?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <span ref={place}>
      <Icon of={isError ? CircleAlert : CircleCheck} className="size-5" />
    </span>
  );
}

/** What the button bears that closes a toast. */
export function Cross() {
  return <Icon of={X} className="size-5" />;
}
