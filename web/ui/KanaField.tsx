import { toKana } from '@/lib/japan/kana';
import type { FieldProps } from './Field';
import { TextField } from './TextField';

/**
 * A reading in full-width katakana; half-width and hiragana are rewritten when the member leaves
 * the field.
 */
export function KanaField(props: FieldProps & { autoComplete?: string; placeholder?: string; maxLength?: number }) {
  return <TextField autoComplete="off" spellCheck={false} normalise={toKana} {...props} />;
}
