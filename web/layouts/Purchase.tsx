import type { ReactNode } from 'react';
import { Frame } from './Frame';
import { Header } from './Header';

/**
 * Checkout pages. The columns themselves are `PurchaseColumns`, because heading and steps are above
 * both.
 */
export function Purchase({ children }: { children: ReactNode }) {
  return (
    <Frame header={<Header />}>
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">{children}</div>
    </Frame>
  );
}

/**
 * From 960 px the form left and the order summary right, where it stays in view; one column below,
 * the summary first.
 */
export function PurchaseColumns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-12">
      <aside className="lg:sticky lg:top-24 lg:order-2">{summary}</aside>
      <div className="flex min-w-0 flex-col gap-6 lg:order-1">{children}</div>
    </div>
  );
}
