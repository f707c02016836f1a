import type { ReactNode } from 'react';
import { Frame } from './Frame';
import { Header } from './Header';

type Props = {
  /** The view reaches from edge to edge, and keeps its own distance. */
  bleed?: boolean;
  children: ReactNode;
};

/** Pages anybody may open, with room: home, plans, error pages. */
export function Guest({ bleed = false, children }: Props) {
  return (
    <Frame header={<Header />}>
      {bleed ? children : <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 sm:py-12">{children}</div>}
    </Frame>
  );
}
