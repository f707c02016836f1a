import type { ReactNode } from 'react';
import { Frame } from './Frame';
import { HeaderBar } from './Header';

type Props = { children: ReactNode /** Forms with many fields get more room. */; roomy?: boolean };

/** One card on a quiet ground, the logo above, nothing competing: login, sign-up, reset, logout. */
export function Login({ children, roomy = false }: Props) {
  return (
    <Frame header={<HeaderBar />}>
      <div className={`mx-auto px-4 py-8 sm:py-12 ${roomy ? 'max-w-2xl' : 'max-w-[440px]'}`}>
        <div className="card flex flex-col gap-6 sm:p-8">{children}</div>
      </div>
    </Frame>
  );
}
