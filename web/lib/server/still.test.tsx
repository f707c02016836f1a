import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccountMenu } from '@/layouts/AccountMenu';
import { Footer } from '@/layouts/Footer';
import type { StoreSettings } from '@/lib/root';
import { lendStillTexts } from '@/lib/still';
import { inPage } from '@/testing/render';
import { keepStillParts } from './still';

const footers: StoreSettings['footers'] = {
  footerLinks: [
    { name: 'Plans', value: 'plans', type: 'default', enable: true, external_link: false, display_type: 'other' },
    {
      name: 'A & B <c>',
      value: 'https://store.example/?a=1&b=2',
      type: 'url',
      enable: true,
      external_link: true,
      display_type: 'login',
    },
  ],
  socialMediaLinks: { twitterUrl: 'https://x.example/', facebookUrl: null, instagramUrl: null, lineUrl: null },
  trademarks: [{ type: 'text', name: '登録', value: ['JASRAC 1', 'JASRAC 2'] }],
  copyright: '© A & B',
};
const offers = { hasSubscriptionPlan: true, isStorePaymentAvailable: true, enablePoweredByPvs: true, footers };

type Options = NonNullable<Parameters<typeof inPage>[1]>;

/** The text of a page that is rendered next, when what was left to be rendered is there. */
async function next(view: ReactElement, options: Options): Promise<string> {
  const text = renderToString(inPage(view, options));
  await new Promise(setImmediate);
  return text;
}

beforeEach(keepStillParts);
afterEach(() => lendStillTexts(undefined));

describe.each([
  ['the footer', <Footer key="" />],
  ['the menu', <AccountMenu key="" />],
])('%s', (_, view) => {
  const cases: Options[] = ['/mypage', '/mypage/plans', '/mypage?tab=1'].flatMap((address) =>
    (['ja', 'en'] as const).flatMap((locale) =>
      [null, 'a1', 'a2'].flatMap((authId) =>
        [true, false].map((isApp) => ({ address, locale, root: { authId, isApp }, storeSettingData: offers })),
      ),
    ),
  );

  it('is the same whether it is rendered for a page or kept from another one', async () => {
    for (let round = 0; round < 2; round++) {
      for (const options of cases) {
        const kept = await next(view, options);
        lendStillTexts(undefined);
        expect(kept).toBe(await next(view, options));
        keepStillParts();
      }
    }
  });

  it('is taken over in the browser as it is', async () => {
    const options: Options = { address: '/mypage/plans', root: { authId: 'a1' }, storeSettingData: offers };
    await next(view, options);
    const place = document.createElement('div');
    place.innerHTML = await next(view, options);
    lendStillTexts(undefined);
    const mended: unknown[] = [];
    await act(async () => {
      hydrateRoot(place, inPage(view, options), { onRecoverableError: (error) => mended.push(error) });
    });
    expect(mended).toEqual([]);
  });
});

it('a part sees nothing of the member whose page it is kept for', async () => {
  let seen = '';
  lendStillTexts({
    of: () => undefined,
    keep: (key) => {
      seen += key;
    },
  });
  await next(<Footer />, { address: '/mypage', root: { authId: 'member-1' }, storeSettingData: offers });
  expect(seen).toContain('/mypage');
  expect(seen).not.toContain('member-1');
});

describe('what is kept', () => {
  const at = (address: string): Options => ({ address, storeSettingData: offers });
  const isKept = (options: Options) => {
    const { kaiinStill } = globalThis as unknown as { kaiinStill: Parameters<typeof lendStillTexts>[0] };
    let isNew = true;
    lendStillTexts({
      keep: () => {},
      of: (key) => {
        isNew = kaiinStill?.of(key) === undefined;
        return undefined;
      },
    });
    renderToString(inPage(<Footer />, options));
    lendStillTexts(kaiinStill);
    return !isNew;
  };

  it('is so much and no more, and stays while it is asked for', async () => {
    for (let number = 0; number < 501; number++) {
      await next(<Footer />, at(`/mypage/x${number}`));
      await next(<Footer />, at('/mypage/x0'));
    }
    const kept = [500, 2, 1, 0].map((number) => isKept(at(`/mypage/x${number}`)));
    expect(kept).toEqual([true, true, false, true]);
  });

  it.each(['/mypage?a=1', "/'''", `/${'a'.repeat(64)}`, '/%E3%81%82'])(
    'is not of an address such as %s',
    async (odd) => {
      await next(<Footer />, at(odd));
      expect(isKept(at(odd))).toBe(false);
    },
  );
});
