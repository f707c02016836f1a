import { useEffect, useState } from 'react';
import { isOver, read, write } from '@/lib/keptDrafts';

const name = 'password.returnTo';
/** How many minutes a mailed link works. */
export const linkMinutes = 60;

const kept = linkMinutes * 60 * 1000;

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

const asked = 'forgotPassword';

/**
 * The address that a link was asked for, kept in this tab, so that the next page can show it
 * without a word of the server, which says the same for every address.
 */
export function keepAddress(email: string): void {
  write(asked, { of: null, at: Date.now(), over: 0, values: { email } });
}

/** The address that was kept, once the browser has taken the page over. */
export function useKeptAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const found = read(asked);
    const email = found && !isOver(found, null) && found.values.email;
    if (typeof email === 'string') setAddress(email);
  }, []);
  return address;
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
