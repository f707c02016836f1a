import { useSyncExternalStore } from 'react';
import type { FlowError } from './pageProps';

let open: FlowError | null = null;
const listeners = new Set<() => void>();

/**
 * Opens the flow-error dialog when the answer carries a redirect URL, and says whether it did
 * (X-050, L-003).
 */
export function raiseFlowError(error: FlowError | null | undefined): boolean {
  if (!error?.redirectTo) return false;
  open = error;
  for (const listener of listeners) listener();
  return true;
}

export function clearFlowError(): void {
  open = null;
  for (const listener of listeners) listener();
}

export function useFlowError(): FlowError | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => null,
  );
}
