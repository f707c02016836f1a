import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the browser has passkeys. On the server, which cannot know, most have. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(never, hasPasskeys, () => true);
}

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

let loading: Promise<typeof import('./webauthn')> | undefined;

/** What talks to the device. It comes when a passkey is asked for, and is tried again if not. */
export function device() {
  loading ??= import('./webauthn').catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
