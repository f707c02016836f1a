import { useCallback } from 'react';
import { get, type RegisterOptions, useFormContext } from 'react-hook-form';

type Options = {
  /** Rewrites what was typed when the member leaves the field; the field shows the result. */
  normalise?: (value: string) => string;
  /** Runs after that, with the final value. */
  onLeave?: (value: string) => void;
  /** Changes what is in the field while typing. */
  mask?: (value: string) => string;
  rules?: RegisterOptions;
  /**
   * The control carries no name in the page, so a form that is posted without script does not
   * send it.
   */
  unnamed?: boolean;
};

type Element = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Registers an uncontrolled control by name. Its first value is in the server's HTML too, and what
 * was typed or filled in before the script arrived wins over it.
 */
export function useControl(name: string, { normalise, onLeave, mask, rules, unnamed = false }: Options = {}) {
  const { register, setValue, getValues, clearErrors, control } = useFormContext();
  const { ref: attach, onChange, onBlur, ...rest } = register(name, rules);
  const told = (event: React.SyntheticEvent<Element>) =>
    unnamed ? { type: event.type, target: { name, type: event.currentTarget.type } } : event;
  const first = get(control._defaultValues, name) as unknown;

  const ref = useCallback(
    (element: Element | null) => {
      const early = element?.value ?? '';
      attach(element);
      if (element && early !== '' && early !== element.value && !(element instanceof HTMLSelectElement))
        setValue(name, early);
    },
    [attach, name, setValue],
  );

  return {
    ...rest,
    name: unnamed ? undefined : name,
    ref,
    defaultValue: typeof first === 'string' || typeof first === 'number' ? first : undefined,
    onChange: (event: React.ChangeEvent<Element>) => {
      const composing = (event.nativeEvent as InputEvent | undefined)?.isComposing;
      if (mask && !composing) applyMask(event.target, mask);
      // Once the form was sent, its rules are asked at each change. What was said before, as by a
      // search, is of the former value.
      if (!control._formState.isSubmitted && get(control._formState.errors, name)) clearErrors(name);
      return onChange(told(event));
    },
    onBlur: (event: React.FocusEvent<Element>) => {
      const typed = event.target.value;
      const value = normalise ? normalise(typed) : typed;
      if (value !== typed) setValue(name, value, { shouldDirty: true, shouldValidate: control._formState.isSubmitted });
      onLeave?.(getValues(name));
      return onBlur(told(event));
    },
  };
}

/** Masks what is in the field and leaves the caret behind the character it stood behind. */
function applyMask(element: Element, mask: (value: string) => string): void {
  const typed = element.value;
  const masked = mask(typed);
  if (masked === typed) return;
  const caret = 'selectionStart' in element ? (element.selectionStart ?? typed.length) : typed.length;
  const before = mask(typed.slice(0, caret)).length;
  element.value = masked;
  if ('setSelectionRange' in element && caret < typed.length) element.setSelectionRange(before, before);
}
