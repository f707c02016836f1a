import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PurchaseConfirmScreenDocument } from '@/generated/PurchaseConfirmScreen';
import { forgetDrafts } from '@/lib/keptDrafts';
import { findAlert, getAlert, queryAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { playScripts, refusal } from '@/testing/payment';
import { type ConfirmScreen, confirmScreen, trialOrder } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { PurchaseConfirmView } from './PurchaseConfirmView';

const assign = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

const show = (changes: Partial<ConfirmScreen> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<PurchaseConfirmView />, {
    document: PurchaseConfirmScreenDocument,
    data: { screen: { ...confirmScreen, ...changes } },
    variables: { planId: 'standard', signup: false },
    root: { authId: 'a1' },
    address: '/plans/standard/confirm',
    locale,
  });

const noForm = { linkUrl: null, charset: null, params: [] };
const done = (redirectTo: string) => ({
  result: { redirectTo, flowError: null, userErrors: [], isPending: false, ...noForm, subscriptionId: 's-1' },
});
const refused = (code: string, message: string) => ({
  result: {
    redirectTo: null,
    flowError: null,
    userErrors: [{ code, field: null, message }],
    isPending: false,
    ...noForm,
    subscriptionId: null,
  },
});
/** The name that the form kept, as that page leaves it. */
const remember = ({ authId = 'a1', ...kept }: { authId?: string; methodId?: string; cardHolder?: unknown }) =>
  sessionStorage.setItem(
    'kaiin.draft.purchase.holder.standard',
    JSON.stringify({
      of: authId,
      at: Date.now(),
      over: 0,
      values: { cardHolder: 'TARO KAIIN', ...kept },
    }),
  );
const label = confirmScreen.terms?.buttonLabel as string;
const order = () => userEvent.click(screen.getByRole('button', { name: label }));

it('conditions in the language of the order say so on a page in another one, and lead back', () => {
  show({}, 'en');
  expect(screen.getByText('Your order is shown in the language you began it in: Japanese.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go back, and read it in English' }).getAttribute('href')).toBe(
    '/plans/standard',
  );
  const { title } = confirmScreen.terms?.items[0] ?? { title: '' };
  expect(screen.getByText(title).closest('[lang]')?.getAttribute('lang')).toBe('ja');
  expect(screen.getByText(label).closest('[lang]')?.getAttribute('lang')).toBe('ja');
});

it('conditions in the language of the page are shown without a word about it', () => {
  show();
  expect(screen.queryByText(/お手続きを始めたときの言語/)).toBeNull();
});

it('the name on the card is forgotten as the member logs out', () => {
  remember({ methodId: 'm-1' });
  forgetDrafts();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

describe('what is confirmed', () => {
  it('R-065 S-052: everything is in one place, with one button that says what it does', () => {
    show();
    expect(screen.getByText('2 / 3')).toBeTruthy();
    const terms = within(screen.getByRole('region', { name: 'お申し込みの条件' }));
    expect(terms.getByText('お支払い方法').parentElement?.textContent).toContain('Visa');
    expect(terms.getByText('販売価格').parentElement?.textContent).toContain('毎月1,100円（税込）');
    expect(terms.getByText('解約の方法と期限')).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(1);
    const back = screen.getByRole('link', { name: '入力画面へ戻って修正する' });
    expect(back.getAttribute('href')).toBe('/plans/standard');
  });

  it('without an order there is only the dialog that leads back', () => {
    const screenData = { ...confirmScreen, plan: null, verification: null, purchaseToken: null, terms: null };
    renderView(<PurchaseConfirmView />, {
      document: PurchaseConfirmScreenDocument,
      data: { screen: screenData },
      flowError: { redirectTo: '/plans/standard', message: '操作の有効期限が切れました。' },
    });
    expect(within(screen.getByRole('dialog')).getByText('操作の有効期限が切れました。')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Error');
    expect(screen.queryByRole('region')).toBeNull();
  });
});

describe('ordering', () => {
  it('sends the token of the order and follows to the complete page', async () => {
    answer('Purchase', done('/plans/standard/complete'));
    show();
    await order();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/plans/standard/complete'));
    const input = { purchaseToken: 'token-1', tds2infoToken: null, tds2infoTokenKey: null };
    expect(asked('Purchase')).toEqual([{ planId: 'standard', ...input }]);
  });

  it('a double press orders once', async () => {
    router.push.mockReturnValue(new Promise(() => {}));
    answer('Purchase', done('/plans/standard/complete'));
    show();
    await userEvent.dblClick(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('Purchase')).toHaveLength(1);
  });

  it('on the way to the bank the button takes no second press, and is open again when the member comes back', async () => {
    answer('Purchase', done('https://bank.example/3ds'));
    show();
    await order();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://bank.example/3ds'));
    await userEvent.click(screen.getByRole('button', { name: /処理中/ }));
    expect(asked('Purchase')).toHaveLength(1);
    window.dispatchEvent(new Event('pageshow'));
    await waitFor(() => expect(screen.queryByText('処理中…')).toBeNull());
  });

  it('F-204: what charges each month by itself is ordered on its own page, by the form that the server answers', async () => {
    const posted: string[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const fields = [...this.querySelectorAll('input')].map(({ name, value }) => `${name}=${value}`);
      posted.push(`${this.action} ${this.acceptCharset} ${fields.join('&')}`);
    });
    const params = [{ name: 'order_id', value: 'p1' }];
    const answered = { ...refused('', '').result, userErrors: [], isPending: true };
    answer('Purchase', { result: { ...answered, linkUrl: 'https://link.example/buy', charset: 'Shift_JIS', params } });
    show();
    await order();
    await waitFor(() => expect(posted).toEqual(['https://link.example/buy Shift_JIS order_id=p1']));
    await userEvent.click(screen.getByRole('button', { name: /処理中/ }));
    expect(asked('Purchase')).toHaveLength(1);
    window.dispatchEvent(new Event('pageshow'));
    await waitFor(() => expect(screen.queryByText('処理中…')).toBeNull());
  });

  it('after a refusal the form says why, so that is where the member goes', async () => {
    answer('Purchase', refused('CARD_DECLINED', '承認されませんでした。'));
    show();
    await order();
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/plans/standard'));
    expect(queryAlert()).toBeNull();
  });

  it.each([
    ['ja', '続けてのご購入はできません。', 'あと60秒でもう一度お申し込みいただけます。'],
    ['en', 'You cannot order again so soon.', 'You can order again in 60 seconds.'],
  ] as const)('E-044: too many orders in a row have to wait, with a timer (%s)', async (locale, message, timer) => {
    answerError('Purchase', 'PURCHASE_TOO_FREQUENT', message, { status: 429, retryAfter: 60 });
    show({}, locale);
    await order();
    expect((await findAlert()).textContent).toContain(message);
    expect(await screen.findByText(timer)).toBeTruthy();
    expect((screen.getByRole('button', { name: label }) as HTMLButtonElement).disabled).toBe(true);
  });

  it.each([
    ['ja', false, '通信できませんでした。お申し込みは確定していません。接続を確認して、もう一度お試しください。'],
    [
      'en',
      false,
      'There is no connection to the site. Your order has not been placed. Please check the connection and try again.',
    ],
    ['ja', true, /お申し込みの結果を確認できませんでした。.*二重に請求されることはありません。/],
    ['en', true, /before the result of your order arrived\. .* You will not be charged twice\./],
  ] as const)(
    'U-20: an order that did not get through says whether it was placed (%s, online: %s)',
    async (locale, online, words) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
      show({}, locale);
      await order();
      await waitFor(() => expect(getAlert().textContent).toMatch(words));
    },
  );
});

describe('authentication of the card holder', () => {
  const holder = () => screen.getByLabelText(/^カード名義/) as HTMLInputElement;
  const sign = (name = 'TARO KAIIN') => userEvent.type(holder(), name);

  it('asks for the name on the card and sends its token with the order', async () => {
    const given = playScripts();
    answer('Purchase', done('/plans/standard/complete'));
    show({ needsAuthentication: true });
    await order();
    expect(await screen.findByText('カード名義を入力してください。')).toBeTruthy();
    await sign('ＴＡＲＯ　ＫＡＩＩＮ');
    await order();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(given.holder[0]).toMatchObject({ billingLastName: 'KAIIN', billingFirstName: 'TARO' });
    expect(asked('Purchase')[0]).toEqual({
      planId: 'standard',
      purchaseToken: 'token-1',
      tds2infoToken: 't3',
      tds2infoTokenKey: 'k3',
    });
  });

  it('does not order when the script refuses', async () => {
    playScripts({ holder: refusal('99003') });
    show({ needsAuthentication: true });
    await sign();
    await order();
    expect((await findAlert()).textContent).toContain('お支払いは行われていません。');
    expect(asked('Purchase')).toEqual([]);
  });

  it('U-20: without a network its script says that nothing was ordered', async () => {
    playScripts({ holder: refusal('99999') });
    show({ needsAuthentication: true });
    await sign();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await order();
    await waitFor(() => expect(getAlert().textContent).toContain('お申し込みは確定していません。'));
    expect(asked('Purchase')).toEqual([]);
  });

  it('is asked for when the server wants it after all', async () => {
    answer('Purchase', refused('AUTHENTICATION_REQUIRED', 'カードの本人認証が必要です。'));
    answer('PurchaseConfirmScreen', { root: null, screen: { ...confirmScreen, needsAuthentication: true } });
    show();
    await order();
    expect(await screen.findByText('カードの本人認証が必要です。')).toBeTruthy();
    await waitFor(() => expect(holder()).toBeTruthy());
    expect(router.replace).not.toHaveBeenCalled();
  });

  it('U-5: the name that was typed with the new card is not asked for again', async () => {
    const given = playScripts();
    answer('Purchase', done('/plans/standard/complete'));
    remember({ methodId: 'm-visa' });
    show({ needsAuthentication: true });
    expect(await screen.findByText('本人認証に使うカード名義：TARO KAIIN')).toBeTruthy();
    expect(screen.queryByLabelText(/^姓/)).toBeNull();
    await order();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(given.holder[0]).toMatchObject({ billingLastName: 'KAIIN', billingFirstName: 'TARO' });
    expect(asked('Purchase')[0]).toMatchObject({ tds2infoToken: 't3' });
  });

  it.each([
    ['of another card', { methodId: 'm-other' }],
    ['of a card that was never added', {}],
    ['of another member', { methodId: 'm-visa', authId: 'a2' }],
    ['that is broken', { methodId: 'm-visa', cardHolder: 7 }],
  ])('U-5: a name %s is not used', async (_whose, kept) => {
    remember(kept);
    show({ needsAuthentication: true });
    expect(holder()).toBeTruthy();
    expect(screen.queryByText(/本人認証に使うカード名義/)).toBeNull();
  });

  it('U-5: the kept name can be changed, and is asked for after the script refused it', async () => {
    playScripts({ holder: refusal('07003') });
    remember({ methodId: 'm-visa' });
    show({ needsAuthentication: true });
    await screen.findByText(/本人認証に使うカード名義/);
    await order();
    await waitFor(() => expect(holder()).toBeTruthy());
    expect(asked('Purchase')).toEqual([]);
  });

  it('U-5: it is changed by its button', async () => {
    remember({ methodId: 'm-visa' });
    show({ needsAuthentication: true });
    await userEvent.click(await screen.findByRole('button', { name: 'カード名義を変更する' }));
    expect(holder()).toBeTruthy();
  });
});

describe('the button and the total', () => {
  const bar = () => screen.getByRole('button', { name: label }).parentElement as HTMLElement;

  it('U-11: stay in view beside the terms, which are there in full', () => {
    show({ verification: trialOrder });
    expect(bar().className).toContain('sticky');
    expect(bar().textContent).toContain('本日のお支払い 0円（税込）');
    expect(bar().textContent).toContain('2026/12/5から毎月980円');
    expect(screen.getByText('解約の方法と期限')).toBeTruthy();
    const terms = screen.getByRole('region', { name: 'お申し込みの条件' });
    expect(terms.compareDocumentPosition(bar()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByRole('complementary').contains(bar())).toBe(true);
  });

  it('the name on the card is asked for before the terms', () => {
    show({ needsAuthentication: true });
    const terms = screen.getByRole('region', { name: 'お申し込みの条件' });
    expect(
      terms.compareDocumentPosition(screen.getByLabelText(/^カード名義/)) & Node.DOCUMENT_POSITION_PRECEDING,
    ).toBeTruthy();
  });

  it('U-11: come after the terms where the store wants that', () => {
    show({ orderAfterTerms: true }, 'en');
    expect(bar().className).not.toContain('sticky');
    expect(screen.getByRole('complementary').contains(bar())).toBe(false);
    expect(bar().textContent).toContain('To pay today');
    expect(bar().textContent).toContain('then ¥1,100 every month from Dec 21, 2026');
  });
});
