import { useEffect } from 'react';

/**
 * The field has the focus when the page opens, where there is a mouse and room: on a phone that
 * would open the keyboard over the page. What the visitor has begun to do meanwhile stays.
 */
export function useFocusOnDesktop(name: string): void {
  useEffect(() => {
    if (!window.matchMedia('(min-width: 1000px) and (pointer: fine)').matches) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus({ preventScroll: true });
  }, [name]);
}
