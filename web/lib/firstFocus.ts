import { useCallback, useEffect } from 'react';
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { useArrival } from './nav';

/**
 * Puts the focus into a form's first field as the page opens, where there is a mouse or its like.
 * On a phone the keyboard would cover the page. A focus that is somewhere already stays there, and
 * who has scrolled already is not taken back: what they are about to press would move away. The
 * member has not turned to the page by that, so nothing is fetched for it (`lib/touch.ts`).
 */
export function useFirstFocus<Values extends FieldValues>(
  { control }: Pick<UseFormReturn<Values>, 'control'>,
  name: FieldPath<Values>,
): void {
  const lead = useCallback(() => {
    const { _f } = (get(control._fields, name) ?? {}) as { _f?: { ref: HTMLElement } }; // `setFocus` waits a moment
    const isElsewhere = window.scrollY > 0 || document.activeElement?.matches(':not(body, #main)');
    if (isElsewhere || !window.matchMedia('(pointer: fine)').matches) return;
    const unheard = (event: FocusEvent) => event.stopImmediatePropagation();
    window.addEventListener('focusin', unheard, true);
    _f?.ref.focus();
    window.removeEventListener('focusin', unheard, true);
  }, [control, name]);
  useEffect(lead, [lead]);
  useArrival(lead); // a change of page without a reload has led to its content meanwhile
}
