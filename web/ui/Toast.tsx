import { CircleAlert, CircleCheck } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cx } from './cx';

type Tone = 'done' | 'error';
type Toast = { id: number; tone: Tone; text: string };

export const toastTime = 3000;
export const mostToasts = 4;

let shown: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

function show(tone: Tone, text: string): void {
  const id = next++;
  change([...shown, { id, tone, text }].slice(-mostToasts));
  setTimeout(() => change(shown.filter((entry) => entry.id !== id)), toastTime);
}

/** Short word on something that happened in place: three seconds, four at most, the oldest goes first. */
export const toast = {
  done: (text: string) => show('done', text),
  error: (text: string) => show('error', text),
};

const none: readonly Toast[] = [];

/** Where toasts appear; one in the whole site. The region exists from the start, so that screen readers announce what enters. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => none,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:items-end"
    >
      {toasts.map(({ id, tone, text }) => {
        const Icon = tone === 'done' ? CircleCheck : CircleAlert;
        return (
          <p
            key={id}
            className={cx(
              'pointer-events-auto flex max-w-md items-center gap-2 rounded-control border bg-surface px-4 py-3 shadow-lg',
              tone === 'done' ? 'border-done text-done' : 'border-danger text-danger',
            )}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            <span className="text-ink">{text}</span>
          </p>
        );
      })}
    </div>
  );
}
