import type { InputHTMLAttributes, Ref } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'className'> & {
  'aria-labelledby': string;
  ref?: Ref<HTMLInputElement>;
};

/** A switch at the end of a row that is pressed as a whole. Its children are what is before it. */
export function Switch({ children, ...rest }: Props) {
  return (
    <label className="flex min-h-11 items-start justify-between gap-4 py-4">
      {children}
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the box itself tells whether it is checked, without scripts too */}
      <input type="checkbox" role="switch" className="switch" {...rest} />
    </label>
  );
}
