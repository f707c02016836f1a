import { ArrowLeft } from 'lucide';
import type { ReactNode } from 'react';
import { useAddress } from '@/lib/nav';
import { useRoot } from '@/lib/pageContext';
import { menusHidden } from '@/lib/paths';
import { Icon } from '@/ui/Icon';
import { TextLink } from '@/ui/TextLink';

/** The way back above a page's heading; it names the place. It is hidden where menus are. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  const address = useAddress();
  const { isApp } = useRoot();
  if (menusHidden(address, isApp)) return null;
  return (
    <TextLink href={href} className="gap-2 self-start">
      <Icon of={ArrowLeft} className="size-5" />
      {children}
    </TextLink>
  );
}
