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

type ColumnsProps = {
  summary: ReactNode;
  /**
   * What orders: right under the summary from 960 px, at the end below that. It comes last for the
   * keyboard and for screen readers at any width.
   */
  order?: ReactNode;
  children: ReactNode;
};

/**
 * From 960 px the form left and the order summary right, where it stays in view; one column below,
 * the summary first.
 */
export function PurchaseColumns({ summary, order, children }: ColumnsProps) {
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-12">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <aside className="contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
        <div className="order-first">{summary}</div>
        {order}
      </aside>
    </div>
  );
}
