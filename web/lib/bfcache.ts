const marker = 'kaiin.reloaded';

function cookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1)) || null;
  }
  return null;
}

/**
 * Reloads when the page in sight belongs to somebody else than the auid cookie says. Signed out is
 * null on both sides, which is equal. At most once for one entry of the history: a browser that
 * refuses the cookie must not reload for ever.
 */
export function checkIdentity(authId: string | null | undefined): void {
  if ((authId ?? null) === cookie('auid')) {
    sessionStorage.removeItem(marker);
    return;
  }
  const entry = `${window.location.href} ${authId ?? ''} ${cookie('auid') ?? ''}`;
  if (sessionStorage.getItem(marker) === entry) return;
  sessionStorage.setItem(marker, entry);
  console.info('Reloading due to authentication check failure');
  window.location.reload();
}

/**
 * Watches for the two ways a stale page can come back: restored from the back/forward cache, or
 * reached by back/forward without it. Returns the end of watching.
 */
export function watchIdentity(authId: () => string | null | undefined): () => void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'back_forward') checkIdentity(authId());
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) checkIdentity(authId());
  };
  window.addEventListener('pageshow', restored);
  return () => window.removeEventListener('pageshow', restored);
}
