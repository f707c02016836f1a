import { useEffect, useEffectEvent } from 'react';

/** The events by which a member turns to the page. */
export const touches = ['focusin', 'pointerdown', 'keydown'];

/**
 * Calls once when the member first turns to the page: puts the focus, a finger or the pointer's
 * button somewhere, or types into the field that has the focus already.
 */
export function useFirstTouch(turnedTo: () => void): void {
  const touched = useEffectEvent(turnedTo);
  useEffect(() => {
    const end = new AbortController();
    const first = ({ target }: Event) => {
      if ((target as Element | null)?.id === 'main') return; // a change of page led there, not the member
      end.abort();
      touched();
    };
    for (const touch of touches) document.addEventListener(touch, first, { signal: end.signal });
    return () => end.abort();
  }, []);
}
