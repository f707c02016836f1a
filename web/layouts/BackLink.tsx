import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useAddress } from '@/lib/nav';
import { useRoot } from '@/lib/pageContext';
import { menusHidden } from '@/lib/paths';

/** The way back above a page's heading; it names the place. It is hidden where menus are. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  const address = useAddress();
  const { isApp } = useRoot();
  if (menusHidden(address, isApp)) return null;
  return (
    <Link href={href} className="inline-flex min-h-11 items-center gap-2 self-start">
      <ArrowLeft aria-hidden className="size-5" />
      {children}
    </Link>
  );
}
