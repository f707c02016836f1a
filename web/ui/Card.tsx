import type { ReactNode } from 'react';
import { cx } from './cx';

type Props = { title?: string; id?: string; children: ReactNode; actions?: ReactNode; className?: string };

/** A block of related facts. With a title it is a named section of the page. */
export function Card({ title, id, children, actions, className }: Props) {
  const Element = title ? 'section' : 'div';
  return (
    <Element id={id} aria-label={title} className={cx('card flex flex-col gap-4', className)}>
      {title && <h2 className="text-xl">{title}</h2>}
      {children}
      {actions && <div className="flex flex-col gap-3 sm:flex-row">{actions}</div>}
    </Element>
  );
}

/** Nothing here yet: one sentence and one way on. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="card flex flex-col items-center gap-4 py-12 text-center">
      <p className="text-ink-2">{children}</p>
      {action}
    </div>
  );
}
