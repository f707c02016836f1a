import type { HTMLInputTypeAttribute } from 'react';
import { toHalfWidth, toName } from '@/lib/typed';
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
  /**
   * What to make of the text when the member leaves the field; by default what fits its type: an
   * email, a name.
   */
  normalise?: (value: string) => string;
  /** Changes what is in the field while typing. */
  mask?: (value: string) => string;
  /**
   * A check with the server when the member leaves the field: the user ID's duplicate check,
   * for one.
   */
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
  mask,
  onLeave,
  rows,
  ...input
}: Props) {
  const ids = useFieldIds(name, label, !!hint);
  const halfWidth = type === 'email' || type === 'tel' || input.inputMode === 'numeric';
  const usual = halfWidth ? toHalfWidth : rows ? undefined : toName;
  const control = useControl(name, { normalise: normalise ?? usual, mask, onLeave });
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
