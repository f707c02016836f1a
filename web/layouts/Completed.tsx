import type { ReactNode } from 'react';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageHeading } from './PageHeading';

type Props = {
  title: string;
  /** What happened, and what comes by mail. */
  text: string;
  /** The one next step. */
  next: { href: string; label: string };
  children?: ReactNode;
};

/** The last page of a flow. */
export function Completed({ title, text, next, children }: Props) {
  return (
    <>
      <PageHeading title={title} />
      <Notice tone="done">{text}</Notice>
      {children}
      <LinkButton href={next.href} wide>
        {next.label}
      </LinkButton>
    </>
  );
}
