import Head from 'next/head';
import type { ReactNode } from 'react';
import { useStore } from '@/lib/pageContext';
import { Steps } from '@/ui/Steps';

type Props = {
  title: string;
  lead?: ReactNode;
  step?: number | null;
  total?: number | null;
  /** What search engines are told, where that is not the lead. */
  about?: string;
};

/** The page's one h1, its window title, and its step in the flow. */
export function PageHeading({ title, lead, step, total, about }: Props) {
  const { serviceName, serviceDescription } = useStore();
  const told = about || (typeof lead === 'string' && lead) || title;
  const description = [told, serviceDescription.split('\n')[0]].join(' | ');
  return (
    <div className="flex flex-col gap-3">
      <Head>
        <title key="title">{serviceName ? `${title} | ${serviceName}` : title}</title>
        <meta key="description" name="description" content={description} />
        <meta key="og:title" property="og:title" content={title} />
        <meta key="og:description" property="og:description" content={description} />
      </Head>
      {step && total ? <Steps current={step} total={total} /> : null}
      <h1 className="text-2xl">{title}</h1>
      {lead && <div className="text-ink-2">{lead}</div>}
    </div>
  );
}
