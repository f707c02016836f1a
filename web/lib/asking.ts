import { useEffect, useEffectEvent, useState } from 'react';

/** How often a page asks by itself, and the milliseconds in between. */
const asks = 40;
const pause = 3000;

/**
 * Has a page that waits for somebody else's word ask for it again, for two minutes. True as long as
 * it asks; what is told leads on or shows by itself.
 */
export function useAsking(refetch: () => Promise<void>): boolean {
  const [asked, setAsked] = useState(0);
  const ask = useEffectEvent(async () => {
    await refetch().catch(() => {}); // the next one may come through
    setAsked((before) => before + 1);
  });
  useEffect(() => {
    if (asked >= asks) return;
    const timer = setTimeout(() => void ask(), pause);
    return () => clearTimeout(timer);
  }, [asked]);
  return asked < asks;
}
