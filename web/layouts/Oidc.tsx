import type { ReactNode } from 'react';
import { Frame } from './Frame';
import { HeaderBar } from './Header';

/**
 * The identity provider's pages: the login card without any menu, because the member is on the way
 * to another app.
 */
export function Oidc({ children }: { children: ReactNode }) {
  return (
    <Frame header={<HeaderBar />}>
      <div className="mx-auto max-w-[440px] px-4 py-8 sm:py-12">
        <div className="card flex flex-col gap-6 sm:p-8">{children}</div>
      </div>
    </Frame>
  );
}
