import type { ChangeEvent, CompositionEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { limits } from '@/lib/limits';
import { toCode } from '@/lib/typed';
import type { FieldProps } from './Field';
import { useFormShared } from './Form';
import { TextField } from './TextField';

/** Long enough for the line of a message that holds the code. */
const longestPaste = 200;

function isWhole(code: string): boolean {
  return code.length === limits.pinCode.length && /^\d+$/.test(code);
}

/** The code as soon as it is whole: a paste may bring blanks, hyphens and words along (F-05). */
function whole(value: string): string {
  const code = toCode(value);
  return isWhole(code) ? code : value;
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

/**
 * Sends the form as its code has become whole: typed, pasted, or filled in by the phone. It does so
 * once, until the field is empty again: while a refused code is put right, digit by digit, nothing
 * is sent but by the button. What the browser has put back is not sent.
 */
export function SentWhenWhole({ name, children }: { name: string; children: ReactNode }) {
  const { action } = useFormShared();
  const isReady = useRef(true);
  const look = ({ target }: ChangeEvent<HTMLElement> | CompositionEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement) || target.name !== name) return;
    const code = toCode(target.value);
    if (code === '') isReady.current = true;
    if (!isReady.current || !isWhole(code) || code === toCode(String(action?.submitted?.[name] ?? ''))) return;
    isReady.current = false;
    target.form?.requestSubmit();
  };
  return (
    <div
      onChange={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing) look(event);
      }}
      onCompositionEnd={look}
    >
      {children}
    </div>
  );
}
