import { maskBirthday, withSlashes } from '@/lib/birthday';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { useControl } from './useControl';

/** A date of birth typed as digits; slashes come by themselves. The value is YYYY/MM/DD; it is sent as YYYYMMDD. */
export function DateField({ name, label, required, hint }: FieldProps) {
  const ids = useFieldIds(name, label, !!hint);
  const control = useControl(name, { mask: keepTyping, normalise: (value) => maskBirthday(value) });
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width="date">
      <input
        {...control}
        id={ids.control}
        type="text"
        inputMode="numeric"
        autoComplete="bday"
        placeholder="YYYY/MM/DD"
        maxLength={10}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required={required || undefined}
        className="control tabular-nums"
      />
    </FieldFrame>
  );
}

/** What stands between the parts is left alone until the field is left: 1990/1/2 and 1990年1月2日 are dates too. */
function keepTyping(value: string): string {
  return apart.test(value.normalize('NFKC')) ? value : withSlashes(value);
}

const apart = /^\d{4} ?[年/.-] ?(\d{0,2}|\d{1,2} ?[月/.-] ?\d{0,2} ?日?)$/;
