import { CircleAlert, CircleCheck } from 'lucide-react';
import { useToasts } from '@/lib/toast';
import { cx } from './cx';
import { LiveRegion } from './LiveRegion';

/** Where toasts appear; one in the whole site. The region exists from the start, so that screen readers announce what enters. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <LiveRegion className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:items-end">
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
    </LiveRegion>
  );
}
