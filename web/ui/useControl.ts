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
};

type Element = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Registers an uncontrolled control by name. Its first value is in the server's HTML too, and what was typed or filled in
 * before the script arrived wins over it.
 */
export function useControl(name: string, { normalise, onLeave, mask, rules }: Options = {}) {
  const { register, setValue, getValues, control } = useFormContext();
  const { ref: attach, onChange, onBlur, ...rest } = register(name, rules);
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
    ref,
    defaultValue: typeof first === 'string' || typeof first === 'number' ? first : undefined,
    onChange: (event: React.ChangeEvent<Element>) => {
      if (mask) event.target.value = mask(event.target.value);
      return onChange(event);
    },
    onBlur: (event: React.FocusEvent<Element>) => {
      const typed = event.target.value;
      const value = normalise ? normalise(typed) : typed;
      if (value !== typed) setValue(name, value, { shouldDirty: true, shouldValidate: control._formState.isSubmitted });
      onLeave?.(getValues(name));
      return onBlur(event);
    },
  };
}
