import type { InputHTMLAttributes, Ref } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'className'> & {
  'aria-labelledby': string;
  ref?: Ref<HTMLInputElement>;
};

/** A switch at the end of a row. What stands before it are its children; the row is pressed as a whole. */
export function Switch({ children, ...rest }: Props) {
  return (
    <label className="flex min-h-11 items-start justify-between gap-4 py-4">
      {children}
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the box itself tells whether it is checked, without scripts too */}
      <input {...rest} type="checkbox" role="switch" className="switch" />
    </label>
  );
}
