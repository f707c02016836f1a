import { type DefaultValues, type FieldValues, type UseFormReturn, useForm as useHookForm } from 'react-hook-form';
import type { FormSchema } from './check';
import { useFirstTouch } from './touch';

/**
 * Where a form gets its schema from: the schema itself, a function that loads it, or null when
 * there is nothing to check. Loading keeps zod, and what reads its answers, out of the page until
 * the member turns to the form: `useForm(async () => (await import('./schema')).emailSchema, {
 * email: '' })`.
 */
type SchemaSource<Input extends FieldValues, Output> =
  | FormSchema<Input, Output>
  | (() => Promise<FormSchema<Input, Output>>)
  | null;

export type Form<Values extends FieldValues, Output = Values> = UseFormReturn<Values, unknown, Output>;

/**
 * One form: its schema and its first values. It checks on submit, then again on every change of a
 * field that was wrong.
 */
export function useForm<Values extends FieldValues, Output = Values>(
  source: SchemaSource<Values, Output>,
  defaultValues: DefaultValues<Values>,
): Form<Values, Output> {
  const load = source && (() => Promise.all([import('./check'), typeof source === 'function' ? source() : source]));
  useFirstTouch(() => void load?.().catch(() => {}));
  return useHookForm<Values, unknown, Output>({
    resolver: load
      ? async (values) => {
          const [{ check }, schema] = await load();
          return check(schema, values);
        }
      : undefined,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false, // what follows when it is refused is up to ui/Refusal.tsx
  });
}
