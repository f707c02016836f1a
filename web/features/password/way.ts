import { useEffect, useState } from 'react';

const name = 'password.returnTo';
/** As long as a mailed link works. */
const kept = 60 * 60 * 1000;

type Kept = { returnTo: string; until: number };

/**
 * Where somebody who has forgotten their password was going, such as to a plan's form. It is kept
 * in this browser, for the mailed link opens in a tab of its own; on another device the login leads
 * to My Page. The server judges it as the returnTo of any login.
 */
export function keepWay(returnTo: string | null): void {
  attempt(() => {
    if (returnTo) localStorage.setItem(name, JSON.stringify({ returnTo, until: Date.now() + kept } satisfies Kept));
    else localStorage.removeItem(name);
  });
}

/**
 * What was kept, once the browser has taken the page over; null where nothing was, or too long ago.
 */
export function useKeptWay(): string | null {
  const [way, setWay] = useState<string | null>(null);
  useEffect(() => setWay(attempt(recall) ?? null), []);
  return way;
}

function recall(): string | null {
  const found: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  if (!found || typeof found !== 'object') return null;
  const { returnTo, until } = found as Partial<Kept>;
  return typeof returnTo === 'string' && typeof until === 'number' && until > Date.now() ? returnTo : null;
}

/** Without storage the way is simply forgotten. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
