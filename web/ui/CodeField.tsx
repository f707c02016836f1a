import { limits } from '@/lib/limits';
import { toCode } from '@/lib/typed';
import type { FieldProps } from './Field';
import { TextField } from './TextField';

/** Long enough for the line of a message that holds the code. */
const longestPaste = 200;

/** The code as soon as it is whole: a paste may bring blanks, hyphens and words along (F-05). */
function whole(value: string): string {
  const code = toCode(value);
  return code.length === limits.pinCode.length && /^\d+$/.test(code) ? code : value;
}

/** One field for a mailed or generated code: a phone offers the code, a paste fills it whole. */
export function CodeField(props: FieldProps) {
  return (
    <TextField
      width="half"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={longestPaste}
      mask={whole}
      normalise={toCode}
      {...props}
    />
  );
}
