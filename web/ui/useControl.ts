import { useCallback } from 'react';
import { get, type RegisterOptions, useFormContext } from 'react-hook-form';

type Options = {
  /** Rewrites what was typed when the member leaves the field; the field shows the result. */
  normalise?: (value: string) => string;
  /** Runs after that, with the final value. */
  onLeave?: (value: string) => void;
  /** Changes what is in the field while typing. */
  mask?: (value: string) => string;
  /**
   * The right value that a whole pasted or dropped text is: it stands in the field at once. A text that is none is not masked, since that could
   * make another right value of it: it is judged as it is when the member leaves the field.
   */
  pasted?: (text: string) => string | undefined;
  rules?: RegisterOptions;
  /** The control carries no name in the page, so a form that is posted without script does not send it. */
  unnamed?: boolean;
};

type Element = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Registers an uncontrolled control by name. Its first value is in the server's HTML too, and what was typed or filled in
 * before the script arrived wins over it.
 */
export function useControl(name: string, { normalise, onLeave, mask, pasted, rules, unnamed = false }: Options = {}) {
  const { register, setValue, getValues, control } = useFormContext();
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

  const change = (value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: control._formState.isSubmitted });
  const insert = (event: React.SyntheticEvent<Element>, from: DataTransfer) => {
    const value = pasted?.(from.getData('text'));
    if (value === undefined) return;
    event.preventDefault();
    event.currentTarget.focus();
    change(value);
  };

  return {
    ...rest,
    onPaste: pasted && ((event: React.ClipboardEvent<Element>) => insert(event, event.clipboardData)),
    onDrop: pasted && ((event: React.DragEvent<Element>) => insert(event, event.dataTransfer)),
    name: unnamed ? undefined : name,
    ref,
    defaultValue: typeof first === 'string' || typeof first === 'number' ? first : undefined,
    onChange: (event: React.ChangeEvent<Element>) => {
      const input = event.nativeEvent as InputEvent | undefined;
      const inserted = pasted && /^insertFrom(Paste|Drop)$/.test(input?.inputType ?? '');
      if (mask && !inserted && !input?.isComposing) applyMask(event.target, mask);
      return onChange(told(event));
    },
    onBlur: (event: React.FocusEvent<Element>) => {
      const typed = event.target.value;
      const value = normalise ? normalise(typed) : typed;
      if (value !== typed) change(value);
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
