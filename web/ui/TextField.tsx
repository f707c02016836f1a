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
  autoComplete,
  inputMode,
  placeholder,
  maxLength,
  readOnly,
  autoFocus,
  spellCheck,
}: Props) {
  const ids = useFieldIds(name, label, !!hint);
  const halfWidth = type === 'email' || type === 'tel' || inputMode === 'numeric';
  const usual = halfWidth ? toHalfWidth : rows ? undefined : toName;
  const control = useControl(name, { normalise: normalise ?? usual, mask, onLeave });
  const Element = rows ? 'textarea' : 'input';
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width={width}>
      <Element
        id={ids.control}
        type={rows ? undefined : type}
        rows={rows}
        autoComplete={autoComplete}
        inputMode={inputMode}
        placeholder={placeholder}
        maxLength={maxLength}
        readOnly={readOnly}
        autoFocus={autoFocus}
        autoCapitalize={halfWidth ? 'none' : undefined}
        spellCheck={halfWidth ? false : spellCheck}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required={required || undefined}
        className={rows ? 'control h-auto py-2' : 'control'}
        {...control}
      />
    </FieldFrame>
  );
}
