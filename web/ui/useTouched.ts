import { useEffect, useEffectEvent, useState } from 'react';
import { touches } from '@/lib/touch';

let loaded: typeof import('./touched') | undefined;

/**
 * The parts that a page needs only once the member has turned to it, when they have come; null
 * where they could not be loaded. They are tried again at each touch and when the network is back,
 * and also without a touch each time that `needed` rises.
 */
export function useTouched(needed: number): typeof loaded | null {
  const [parts, setParts] = useState<typeof loaded | null>(loaded);
  const fetch = useEffectEvent(async () => {
    loaded ??= await import('./touched').catch(() => undefined);
    setParts(loaded ?? null);
  });
  useEffect(() => {
    if (parts) return;
    const end = new AbortController();
    for (const kind of [...touches, 'online']) window.addEventListener(kind, fetch, { signal: end.signal });
    return () => end.abort();
  }, [parts]);
  useEffect(() => {
    if (needed > 0) void fetch();
  }, [needed]);
  return parts;
}
