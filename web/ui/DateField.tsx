import { maskBirthday, pastedBirthday, whileBirthday } from '@/lib/japan/birthday';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { TakesPastes } from './TakesPastes';
import { useControl } from './useControl';

/**
 * A date of birth typed as digits; slashes come by themselves. The value is YYYY/MM/DD; it is sent
 * as YYYYMMDD. The mask keeps it to its length: maxLength would cut a paste into another day.
 */
export function DateField({ name, label, required, hint }: FieldProps) {
  const ids = useFieldIds(name, label, !!hint);
  const control = useControl(name, {
    mask: whileBirthday,
    normalise: (value) => maskBirthday(value),
  });
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width="date">
      <TakesPastes name={name} right={pastedBirthday}>
        <input
          id={ids.control}
          type="text"
          inputMode="numeric"
          autoComplete="bday"
          placeholder="YYYY/MM/DD"
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
          aria-required={required || undefined}
          className="control tabular-nums"
          {...control}
        />
      </TakesPastes>
    </FieldFrame>
  );
}
