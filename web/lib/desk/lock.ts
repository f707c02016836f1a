import { useEffect, useState } from 'react';

/** Milliseconds without a sign of somebody after which a page hides what it shows. */
const patience = 10 * 60_000;
const pause = 5_000;
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focusin'] as const;

/**
 * True for good once the page was not touched for ten minutes, the sleep of the machine included. A
 * page that comes back as the browser has kept it is loaded anew, since its person may be logged
 * out by now.
 */
export function useLock(): boolean {
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    let last = Date.now();
    const end = new AbortController();
    const look = () => {
      if (Date.now() - last < patience) return;
      document.getElementById('__NEXT_DATA__')?.remove(); // holds what was shown, too
      setLocked(true);
    };
    const touched = () => {
      look();
      last = Date.now();
    };
    for (const sign of signs) document.addEventListener(sign, touched, { signal: end.signal, passive: true });
    document.addEventListener('visibilitychange', look, { signal: end.signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload(), {
      signal: end.signal,
    });
    const timer = setInterval(look, pause);
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, []);
  return locked;
}
