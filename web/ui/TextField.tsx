import type { HTMLInputTypeAttribute } from 'react';
import { toDigits, toHalfWidth } from '@/lib/kana';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { useControl } from './useControl';

type Props = FieldProps & {
  type?: HTMLInputTypeAttribute;
  autoComplete: string;
  inputMode?: 'text' | 'email' | 'numeric' | 'tel' | 'search' | 'url' | 'none';
  placeholder?: string;
  maxLength?: number;
  readOnly?: boolean;
  autoFocus?: boolean;
  spellCheck?: boolean;
  /** What to make of the text when the member leaves the field; half-width for an email, digits for a phone by default. */
  normalise?: (value: string) => string;
  /** A check with the server when the member leaves the field: the user ID's duplicate check, for one. */
  onLeave?: (value: string) => void;
  rows?: number;
};

export function TextField({
  name,
  label,
  required,
  hint,
  width,
  type = 'text',
  normalise,
  onLeave,
  rows,
  ...input
}: Props) {
  const ids = useFieldIds(name, label, !!hint);
  const halfWidth = type === 'email' || type === 'tel' || input.inputMode === 'numeric';
  const usual = type === 'tel' ? toDigits : halfWidth ? toHalfWidth : undefined;
  const control = useControl(name, { normalise: normalise ?? usual, onLeave });
  const shared = {
    ...input,
    ...control,
    id: ids.control,
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.invalid || undefined,
    'aria-required': required || undefined,
  };
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width={width}>
      {rows ? (
        <textarea {...shared} rows={rows} className="control h-auto py-2" />
      ) : (
        <input
          {...shared}
          type={type}
          autoCapitalize={halfWidth ? 'none' : undefined}
          spellCheck={halfWidth ? false : input.spellCheck}
          className="control"
        />
      )}
    </FieldFrame>
  );
}
