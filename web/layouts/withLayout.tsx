import type { ComponentType, ReactNode } from 'react';

/** What a route exports: the view inside its layout. Extra props go to the layout, such as Account's `back`. */
export function withLayout<Extra extends object>(
  Layout: ComponentType<Extra & { children: ReactNode }>,
  View: ComponentType,
  extra?: Omit<Extra, 'children'>,
) {
  return function Page() {
    return (
      <Layout {...((extra ?? {}) as Extra)}>
        <View />
      </Layout>
    );
  };
}
