import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { type HTMLAttributes, type ReactElement, useContext } from 'react';
import { InsideContext, useAddress } from './nav';
import { usePage } from './pageContext';
import type { PageProps } from './pageProps';

/** What is around a part of a page. */
export type Around = { page: PageProps; router: NextRouter | null };

/** The texts of parts that are alike on many pages, by what they depend on. */
type StillTexts = {
  of: (key: string) => string | undefined;
  /** Renders the part for the pages after this one. */
  keep: (key: string, part: ReactElement, around: Around) => void;
};

/** Left here by the server (lib/server/still.tsx); in a browser nothing is. */
const place = globalThis as { kaiinStill?: StillTexts };

export function lendStillTexts(texts: StillTexts | undefined): void {
  place.kaiinStill = texts;
}

type Props = HTMLAttributes<HTMLElement> & { as: 'footer' | 'nav'; by: unknown; children: ReactElement };

/**
 * An element whose content depends on nothing but the address, the language and `by`: never on a
 * member. The server renders that once and puts the text into each page that has it; not of odd and
 * long addresses, and those that lead nowhere, which are asked for once. For the browser it is an
 * element like any other. The content has no `useId`, which depends on what is around it.
 */
export function Still({ as: Element, by, children, ...props }: Props) {
  const page = usePage();
  const router = useContext(RouterContext);
  const address = useAddress();
  const isInside = useContext(InsideContext) !== null;
  const texts = place.kaiinStill;
  if (texts && !isInside && !page.fault && /^[\w/-]{1,64}$/.test(address)) {
    const key = JSON.stringify([Element, page.locale, address, by]);
    const text = texts.of(key);
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React has made it of the same children
    if (text !== undefined) return <Element {...props} dangerouslySetInnerHTML={{ __html: text }} />;
    texts.keep(key, children, { page, router });
  }
  return <Element {...props}>{children}</Element>;
}
