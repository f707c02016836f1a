import { useEffect, useEffectEvent, useState } from 'react';

const touches = ['focusin', 'pointerdown'] as const;

/** Calls once when the member first turns to the page: puts the focus, a finger or the pointer's button somewhere. */
export function useFirstTouch(turnedTo: () => void): void {
  const touched = useEffectEvent(turnedTo);
  useEffect(() => {
    const end = new AbortController();
    const first = () => {
      end.abort();
      touched();
    };
    for (const touch of touches) document.addEventListener(touch, first, { signal: end.signal });
    return () => end.abort();
  }, []);
}

/**
 * A module that a page needs only once the member has turned to it: the hook answers it when it has come. It is tried again, also without a
 * touch, each time that `needed` rises.
 */
export function onceTouched<T>(load: () => Promise<T>): (needed?: number) => T | undefined {
  let loaded: T | undefined;
  return (needed = 0) => {
    const [module, setModule] = useState(loaded);
    const fetch = useEffectEvent(() => {
      if (module) return;
      load().then(
        (come) => {
          loaded = come;
          setModule(come);
        },
        () => {},
      );
    });
    useFirstTouch(fetch);
    useEffect(() => {
      if (needed > 0) fetch();
    }, [needed]);
    return module;
  };
}
