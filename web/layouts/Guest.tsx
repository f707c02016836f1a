import type { ReactNode } from 'react';
import { Frame } from './Frame';
import { Header } from './Header';

/** Pages anybody may open, with room: home, plans, error pages. */
export function Guest({ children }: { children: ReactNode }) {
  return (
    <Frame header={<Header />}>
      <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 sm:py-12">{children}</div>
    </Frame>
  );
}
