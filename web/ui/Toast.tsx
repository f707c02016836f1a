import { useToasts } from '@/lib/toast';
import { LiveRegion } from './LiveRegion';
import { useTouched } from './useTouched';

/**
 * Where toasts appear; one in the whole site. On a phone that is at the top, since a toast that
 * stays at the bottom would cover the button that ends a form. Until the script that draws them has
 * loaded, as without a network, only their words are shown.
 */
export function Toasts() {
  const toasts = useToasts();
  const touched = useTouched(toasts.length);
  return (
    <LiveRegion className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-center gap-2 sm:top-auto sm:bottom-4 sm:items-end">
      {toasts.map((toast) => (
        <div key={toast.id} className="pointer-events-auto max-w-md rounded-control bg-surface shadow-lg">
          {touched ? <touched.ToastContent toast={toast} /> : toast.text}
        </div>
      ))}
    </LiveRegion>
  );
}
