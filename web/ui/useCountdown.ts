import { useCallback, useEffect, useState } from 'react';

/**
 * Whole seconds left; starts at once and again by `restart`. It follows the clock, so a sleeping
 * tab is not late.
 */
export function useCountdown(seconds: number, onEnd?: () => void): { left: number; restart: () => void } {
  const [round, setRound] = useState(0);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    void round;
    const end = Date.now() + seconds * 1000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd?.();
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, round, onEnd]);

  return { left, restart: useCallback(() => setRound((count) => count + 1), []) };
}
