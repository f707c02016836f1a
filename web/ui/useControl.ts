import { type ChangeEventHandler, type FocusEventHandler, type RefCallback, useCallback } from 'react';
import { get, type RegisterOptions, type UseFormReturn, useFormContext } from 'react-hook-form';

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

/** What a control is given: its name and first value and, in the browser, what follows it. */
type Control = {
  name: string | undefined;
  defaultValue: string | number | undefined;
  ref?: RefCallback<Element>;
  onChange?: ChangeEventHandler<Element>;
  onBlur?: FocusEventHandler<Element>;
};

function firstOf(defaults: unknown, name: string): string | number | undefined {
  const first = get(defaults, name) as unknown;
  return typeof first === 'string' || typeof first === 'number' ? first : undefined;
}

function useNamed(name: string, { unnamed = false }: Options = {}): Control {
  const { control } = useFormContext();
  return { name: unnamed ? undefined : name, defaultValue: firstOf(control._defaultValues, name) };
}

function useLive(name: string, { normalise, onLeave, mask, rules, unnamed = false }: Options = {}): Control {
  const { register, setValue, getValues, clearErrors, control } = useFormContext();
  const { ref: attach, onChange, onBlur, ...rest } = register(name, rules);
  const told = (event: React.SyntheticEvent<Element>) =>
    unnamed ? { type: event.type, target: { name, type: event.currentTarget.type } } : event;

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
    defaultValue: firstOf(control._defaultValues, name),
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

/**
 * Registers an uncontrolled control by name. Its first value is in the server's HTML too, and what
 * was typed or filled in before the script arrived wins over it. The server registers nothing:
 * nothing is typed there.
 */
export const useControl = typeof window === 'undefined' ? useNamed : useLive;

const named = ((name) => ({ name })) as UseFormReturn['register'];

const useNaming = () => named;

const useRegistering = () => useFormContext().register;

/** The form's register; on the server it gives a control its name alone. */
export const useRegister = typeof window === 'undefined' ? useNaming : useRegistering;

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
