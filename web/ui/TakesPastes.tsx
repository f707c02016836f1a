import type { ReactNode, SyntheticEvent } from 'react';
import { useFormContext } from 'react-hook-form';

type Props = {
  /** The name of the field in its form. */
  name: string;
  /** The right value that a whole text is; undefined for what is none. */
  right: (text: string) => string | undefined;
  children: ReactNode;
};

/**
 * Takes what is pasted into the masked field inside, or dropped on it, as a whole: a right value is
 * in the field at once. Another text goes in without the mask, which could make a right value of
 * it, and is judged as it is when the member leaves the field. It has a file of its own, since
 * pages with other fields alone have to stay light.
 */
export function TakesPastes({ name, right, children }: Props) {
  const { setValue, control } = useFormContext();
  const take = (event: SyntheticEvent, from: DataTransfer) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement)) return;
    const text = from.getData('text');
    event.preventDefault();
    field.focus();
    const value = right(text);
    if (value === undefined) {
      const end = field.value.length;
      field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end');
    }
    setValue(name, value ?? field.value, { shouldDirty: true, shouldValidate: control._formState.isSubmitted });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is the field inside that is acted on
    <div
      className="contents"
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
    >
      {children}
    </div>
  );
}
