import type { AnchorHTMLAttributes } from 'react';
import { ExternalLink, Link, PlainLink } from '@/lib/nav';
import { cx } from './cx';

const links = { page: Link, tab: ExternalLink, document: PlainLink } as const;

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel'> & {
  href: string;
  /** A page of this site, without a reload; a tab of its own; or a document that is no page. */
  opens?: keyof typeof links;
};

/** A link outside of a sentence: as high as a finger needs. */
export function TextLink({ opens = 'page', className, ...rest }: Props) {
  const Element = links[opens];
  return <Element className={cx('inline-flex min-h-11 items-center', className)} {...rest} />;
}
