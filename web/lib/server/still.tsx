import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server.node';
import { I18nextProvider } from 'react-i18next';
import { PageContext } from '@/lib/pageContext';
import type { PageProps } from '@/lib/pageProps';
import { type Around, lendStillTexts } from '@/lib/still';
import { sharedInstance } from './texts';

/** Each is a few KB. What was not asked for the longest goes first. */
const most = 500;

const kept = new Map<string, string>();

/** Has pages of this process put in as text what is alike on many of them. */
export function keepStillParts(): void {
  lendStillTexts({ of, keep });
}

function of(key: string): string | undefined {
  const text = kept.get(key);
  if (text !== undefined) {
    kept.delete(key);
    kept.set(key, text);
  }
  return text;
}

function keep(key: string, part: ReactElement, around: Around): void {
  setImmediate(() => {
    if (kept.has(key)) return;
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    const text = renderToString(alone(part, around));
    kept.set(key, Buffer.from(text).toString()); // in one piece: React's is made of thousands
  });
}

function alone(part: ReactElement, { page, router }: Around): ReactElement {
  return (
    <RouterContext value={router}>
      <I18nextProvider i18n={sharedInstance(page.locale)}>
        <PageContext value={ofNobody(page)}>{part}</PageContext>
      </I18nextProvider>
    </RouterContext>
  );
}

/** The page without what is a member's own, which must not get into the page of another. */
function ofNobody(page: PageProps): PageProps {
  const { root } = page;
  return {
    ...page,
    root: { ...root, authId: root.authId && 'a member' },
    header: null,
    state: {},
    variables: {},
    flowError: null,
  };
}
