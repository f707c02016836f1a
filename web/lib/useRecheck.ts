import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Takes an error that was found on leaving a field away while the field is being put right, and not
 * only when it is left again. `fields`, the same object every time, says for each field that
 * changes which one is checked anew.
 */
export function useRecheck<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe' | 'getFieldState' | 'trigger'>,
  fields: Partial<Record<Path<Values>, Path<Values>>>,
): void {
  const { subscribe, getFieldState, trigger } = form;
  useEffect(() => {
    const targets: Record<string, Path<Values> | undefined> = fields;
    return subscribe({
      formState: { values: true },
      callback: ({ name, type }) => {
        const target = type === 'change' && name ? targets[name] : undefined;
        if (target && getFieldState(target).error) void trigger(target);
      },
    });
  }, [subscribe, getFieldState, trigger, fields]);
}
