import { toCode } from '@/lib/kana';
import type { FieldProps } from './Field';
import { TextField } from './TextField';

/** One field for a mailed or generated code: a phone offers the code, a paste fills it whole. */
export function CodeField({ maxLength = 8, ...props }: FieldProps & { maxLength?: number }) {
  return (
    <TextField
      width="half"
      {...props}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={maxLength}
      normalise={toCode}
    />
  );
}
