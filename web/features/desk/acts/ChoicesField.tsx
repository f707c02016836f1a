import { useFormContext } from 'react-hook-form';
import { FieldGroup, useFieldIds } from '@/ui/Field';
import type { Option } from '@/ui/SelectField';

type Props = { name: string; label: string; hint?: string; options: readonly Option[]; columns?: boolean };

/** Several of a few things. */
export function ChoicesField({ name, label, hint, options, columns = false }: Props) {
  const ids = useFieldIds(name, label, !!hint);
  const { register } = useFormContext();
  return (
    <FieldGroup ids={ids} label={label} hint={hint} required>
      <div className={columns ? 'grid grid-cols-2' : 'flex flex-col'}>
        {options.map(({ value, label: words }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input {...register(name)} type="checkbox" value={value} className="tick" />
            <span className="text-sm">{words}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
