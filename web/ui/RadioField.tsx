import { Fragment, type ReactNode } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { cx } from './cx';
import { FieldGroup, type FieldProps, useFieldIds } from './Field';
import { useRegister } from './useControl';

export type Choice = {
  value: string;
  label: ReactNode;
  detail?: ReactNode;
  disabled?: boolean;
  /** What has to be filled in with this choice, right under it. */
  below?: ReactNode;
  /** A picture at its end; its words are in the label. */
  mark?: ReactNode;
};

type Props = Omit<FieldProps, 'width'> & {
  options: readonly Choice[];
  /**
   * Tiles are one under the other with room for a detail; plain choices are in a row, or in a
   * column.
   */
  tiles?: boolean;
  column?: boolean;
};

export function RadioField({ name, label, required, hint, options, tiles = false, column = false }: Props) {
  const ids = useFieldIds(name, label, !!hint);
  return (
    <FieldGroup ids={ids} label={label} required={required} hint={hint}>
      <Choices name={name} invalid={ids.invalid} options={options} tiles={tiles} column={column} />
    </FieldGroup>
  );
}

type ChoicesProps = Pick<Props, 'name' | 'options' | 'tiles' | 'column'> & { invalid: boolean };

/** Choices of one question, for a group that shows them in several places. */
export function Choices({ name, invalid, options, tiles = false, column = false }: ChoicesProps) {
  const { control } = useFormContext();
  const register = useRegister();
  const first = get(control._defaultValues, name) as unknown;
  return (
    <div className={cx('flex', tiles && 'gap-3', tiles || column ? 'flex-col' : 'flex-wrap gap-x-6')}>
      {options.map(({ value, label: text, detail, disabled, below, mark }) => (
        <Fragment key={value}>
          <label
            className={cx(
              'flex min-h-11 gap-3',
              tiles
                ? 'items-start rounded-control border bg-surface p-4 has-checked:border-accent-text has-checked:bg-accent-subtle'
                : 'items-center py-1',
              tiles && (invalid ? 'border-danger' : 'border-line-strong'),
            )}
          >
            <input
              type="radio"
              value={value}
              disabled={disabled}
              defaultChecked={first === value}
              aria-invalid={invalid || undefined}
              className={cx('tick', tiles && 'mt-1')}
              {...register(name)}
            />
            <span className="min-w-0 flex-1">
              <span>{text}</span>
              {detail && <span className="block text-sm text-ink-2">{detail}</span>}
            </span>
            {mark && (
              <span aria-hidden className="-my-1.5 flex self-center">
                {mark}
              </span>
            )}
          </label>
          {below && <div className="py-3">{below}</div>}
        </Fragment>
      ))}
    </div>
  );
}
