import type { ReactNode } from 'react';

/** To the company's issuer, which is no page of this site. */
export function IssuerLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="button button-primary w-full">
      {children}
    </a>
  );
}
