import { useEffect, useEffectEvent, useState } from 'react';
import { useFirstTouch } from '@/lib/touch';

let loaded: typeof import('./touched') | undefined;

/**
 * The parts that a page needs only once the member has turned to it, when they have come. They are tried again, also without a touch, each
 * time that `needed` rises.
 */
export function useTouched(needed: number): typeof loaded {
  const [parts, setParts] = useState(loaded);
  const fetch = useEffectEvent(async () => {
    loaded ??= await import('./touched').catch(() => undefined);
    setParts(loaded);
  });
  useFirstTouch(fetch);
  useEffect(() => {
    if (needed > 0) void fetch();
  }, [needed]);
  return parts;
}
