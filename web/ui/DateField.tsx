import { maskBirthday, pastedBirthday, whileBirthday } from '@/lib/birthday';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { useControl } from './useControl';

/**
 * A date of birth typed as digits; slashes come by themselves. The value is YYYY/MM/DD; it is sent as YYYYMMDD. The mask keeps it to its length:
 * maxLength would cut a paste into another day.
 */
export function DateField({ name, label, required, hint }: FieldProps) {
  const ids = useFieldIds(name, label, !!hint);
  const control = useControl(name, {
    mask: whileBirthday,
    normalise: (value) => maskBirthday(value),
    pasted: pastedBirthday,
  });
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width="date">
      <input
        {...control}
        id={ids.control}
        type="text"
        inputMode="numeric"
        autoComplete="bday"
        placeholder="YYYY/MM/DD"
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required={required || undefined}
        className="control tabular-nums"
      />
    </FieldFrame>
  );
}
