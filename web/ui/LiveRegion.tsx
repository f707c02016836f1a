import type { ComponentProps } from 'react';

/**
 * Has screen readers say what enters it, at once where its role is alert. It is on the page from
 * the first render, before it has anything to say: a region that comes with its words is often not
 * heard. Empty it takes no room, not even a gap.
 */
export function LiveRegion({
  className = 'empty:absolute',
  ...props
}: ComponentProps<'div'> & { role?: 'alert' | 'status' }) {
  return <div aria-live={props.role ? undefined : 'polite'} className={className} {...props} />;
}
