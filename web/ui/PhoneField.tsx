import { pastedPhone, toPhone, whilePhone } from '@/lib/phone';
import type { FieldProps } from './Field';
import { TakesPastes } from './TakesPastes';
import { TextField } from './TextField';

/**
 * A phone number in digits. It keeps to its length while it is typed, and is as it is dialled in
 * Japan when the member leaves the field.
 */
export function PhoneField(props: FieldProps & { autoComplete: string; placeholder?: string }) {
  return (
    <TakesPastes name={props.name} right={pastedPhone}>
      <TextField type="tel" inputMode="tel" normalise={toPhone} mask={whilePhone} {...props} />
    </TakesPastes>
  );
}
