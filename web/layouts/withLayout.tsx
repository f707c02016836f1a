import type { ComponentType, ReactNode } from 'react';

/** What a route exports: its view, and the layout that `_app` puts it into. */
export type LaidOut = ComponentType & { layout?: (view: ReactNode) => ReactNode };

/**
 * A route's view with its layout. Pages that name the same layout share it: header, menu and their
 * state stay while the view changes. Extra props go to the layout, such as Account's `back`.
 */
export function withLayout<Extra extends object>(
  Layout: ComponentType<Extra & { children: ReactNode }>,
  View: ComponentType,
  extra?: Omit<Extra, 'children'>,
): LaidOut {
  // Every route has a component of its own, so that two routes with one view do not share what
  // was typed.
  function Page() {
    return <View />;
  }
  Page.layout = (view: ReactNode) => <Layout {...((extra ?? {}) as Extra)}>{view}</Layout>;
  return Page;
}
