import type { ReactNode } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { ErrorText, Tag, useFieldIds } from './Field';
import { useRegister } from './useControl';

type Props = {
  name: string;
  /** The words beside the box; `plain` when they are not text alone. */
  label: ReactNode;
  plain?: string;
  required?: boolean;
};

export function CheckField({ name, label, plain, required }: Props) {
  const ids = useFieldIds(name, plain ?? (typeof label === 'string' ? label : name), false);
  const { control } = useFormContext();
  const register = useRegister();
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex min-h-11 items-start gap-3 py-1.5">
        <input
          type="checkbox"
          defaultChecked={get(control._defaultValues, name) === true}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
          aria-required={required || undefined}
          className="tick mt-1"
          {...register(name)}
        />
        <span className="min-w-0">{label}</span>
        <span className="flex h-[1.7em] shrink-0 items-center">
          <Tag required={required} />
        </span>
      </label>
      {ids.error && <ErrorText id={ids.control}>{ids.error}</ErrorText>}
    </div>
  );
}
