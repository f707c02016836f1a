import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { useControl } from './useControl';

export type Option = { value: string; label: string };

type Props = FieldProps & {
  options: readonly Option[];
  autoComplete?: string;
  /** The empty first choice. */
  placeholder?: string;
};

export function SelectField({ name, label, required, hint, width, options, autoComplete, placeholder }: Props) {
  const ids = useFieldIds(name, label, !!hint);
  const control = useControl(name);
  return (
    <FieldFrame ids={ids} name={name} label={label} required={required} hint={hint} width={width}>
      <select
        id={ids.control}
        autoComplete={autoComplete}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        aria-required={required || undefined}
        className="control"
        {...control}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
