import { render, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import App from '@/pages/_app';
import { pageFor, routerAt } from '@/testing/render';
import { shareInstances, useTranslation } from './i18n';
import type { Locale } from './locale';
import { embed, lent } from './server/texts';

function Words() {
  const { t, i18n } = useTranslation('login');
  return <h1 lang={i18n.language}>{t('title')}</h1>;
}

/**
 * A page as it arrives: its props are what `__NEXT_DATA__` holds, and nothing else says which
 * language it is in.
 */
const arrives = (locale: Locale, asFiles = false) => (
  <RouterContext.Provider value={routerAt('/login')}>
    <App
      {...({
        Component: Words,
        pageProps: {
          ...pageFor({ locale }),
          ...(asFiles ? { textFiles: { common: '/c.json', login: '/l.json' } } : { texts: embed(locale, ['login']) }),
        },
      } as unknown as ComponentProps<typeof App>)}
    />
  </RouterContext.Provider>
);

describe('the language of a page', () => {
  // As in a browser: the server's texts are not there, and everything else speaks the
  // other language.
  beforeEach(() => shareInstances(undefined));
  afterEach(() => {
    shareInstances(lent);
    vi.unstubAllGlobals();
  });

  it('a page is read in the texts of its files, which were fetched before it begins', () => {
    vi.stubGlobal('kaiinFiles', embed('en', ['login']));
    render(arrives('en', true));
    expect(screen.getByRole('heading').textContent).toBe('Log in');
  });

  it.each([
    ['ja', 'en', 'ログイン'],
    ['en', 'ja', 'Log in'],
  ] as const)(
    'X-069 X-070: a page in %s is read in it, though the browser and the document speak %s',
    (locale, other, words) => {
      vi.stubGlobal('navigator', { ...navigator, language: other, languages: [other] });
      document.documentElement.lang = other;
      const fetched = vi.fn();
      vi.stubGlobal('fetch', fetched);
      render(arrives(locale));
      expect(fetched, 'the texts are in the page: there is no loader that could try again').not.toHaveBeenCalled();
      expect(screen.getByRole('heading')).toMatchObject({ textContent: words, lang: locale });
      expect(document.documentElement.lang).toBe(locale);
    },
  );
});
