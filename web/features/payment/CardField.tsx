import type { ReactNode } from 'react';
import { FieldFrame, type FieldProps, useFieldIds } from '@/ui/Field';
import { useControl } from '@/ui/useControl';
import type { CardField as Name } from './cardValues';

type Props = Omit<FieldProps, 'name' | 'required'> & {
  name: Name;
  autoComplete: string;
  maxLength: number;
  placeholder?: string;
  inputMode?: 'numeric' | 'text';
  mask?: (value: string) => string;
  normalise: (value: string) => string;
  /** Fields that are judged anew when this one changes. */
  deps?: Name[];
  /** Shown inside the field, at its end. */
  suffix?: ReactNode;
};

/**
 * A field of a card. It has no name in the page, so that nothing of a card is ever posted to us,
 * script or not.
 */
export function CardField({ name, label, hint, width, mask, normalise, deps, suffix, ...input }: Props) {
  const ids = useFieldIds(name, label, !!hint);
  const control = useControl(name, { mask, normalise, rules: { deps }, unnamed: true });
  return (
    <FieldFrame ids={ids} name={name} label={label} required hint={hint} width={width}>
      <div className="relative">
        <input
          id={ids.control}
          type="text"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={ids.describedBy}
          aria-invalid={ids.invalid || undefined}
          aria-required
          className="control tabular-nums"
          {...input}
          {...control}
        />
        {suffix}
      </div>
    </FieldFrame>
  );
}
