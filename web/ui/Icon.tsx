import { createElement } from 'react';
import { cx } from './cx';

/** A drawing of Lucide: its lines, each by its element and attributes. */
export type Drawing = [element: string, attributes: Record<string, string | number | undefined>][];

type Props = { of: Drawing; className?: string };

/**
 * A drawing in the colour of the text. What it means is said beside it. How its lines look is in
 * `ui/styles.css`: a page has some twenty, and need not say that of each.
 */
export function Icon({ of, className }: Props) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={cx('icon', className)}>
      {of.map(([element, attributes], place) => createElement(element, { key: place, ...attributes }))}
    </svg>
  );
}
