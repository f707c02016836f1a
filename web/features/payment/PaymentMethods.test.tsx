import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentMethodType } from '@/generated/fragments';
import { PaymentMethodDeletedScreenDocument } from '@/generated/PaymentMethodDeletedScreen';
import { PaymentMethodsScreenDocument, type PaymentMethodsScreenQuery } from '@/generated/PaymentMethodsScreen';
import { getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { cardScripts, playScripts, refusal } from '@/testing/payment';
import { expired, visa } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { MethodDeletedView } from './MethodDeletedView';
import { Mark, PaymentMethodMark } from './PaymentMethodMark';
import { PaymentMethodsView } from './PaymentMethodsView';

type Wallet = NonNullable<PaymentMethodsScreenQuery['screen']>;

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

const master = {
  ...visa,
  accountPaymentMethodId: 'm-master',
  sbpsCreditInfo: { cardbrandCode: 'M', cardNumberSuffix: '4444', expireDate: '203101', isExpired: false },
};
const used = { ...visa, accountPaymentMethodId: 'm-used', isContractUsed: true };
const wallet: Wallet = {
  redirectTo: null,
  flowError: null,
  paymentMethods: [master, visa, expired],
  defaultPaymentMethodId: 'm-visa',
  joinable: [],
  ordered: [],
  linked: [],
  awaited: [],
  endedThere: [],
  openAgreements: [],
  cardScripts,
  failure: null,
};

const show = (changes: Partial<Wallet> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<PaymentMethodsView />, {
    document: PaymentMethodsScreenDocument,
    data: { screen: { ...wallet, ...changes } },
    root: { authId: 'a1' },
    locale,
    address: '/mypage/payment-method',
  });

const cards = () => within(screen.getByRole('list', { name: '登録済みのお支払い方法' })).getAllByRole('listitem');
const button = (name: string) => screen.getByRole('button', { name });
const done = (redirectTo: string | null = null, extra: object = {}) => ({
  result: { redirectTo, flowError: null, userErrors: [], ending: null, ...extra },
});
const refused = (code: string, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field: null, message }], ending: null },
});

describe('the list', () => {
  it('A-143 R-075 L-069 L-073 L-074 L-072: all methods in the order they came, the default marked, an expired card pointed out', () => {
    show();
    expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Mastercard •••• 下4桁 4444 有効期限 2031/01',
      'Visa •••• 下4桁 1111 有効期限 2030/12',
      'JCB •••• 下4桁 0505 有効期限 2020/01このカードは有効期限が切れています。',
    ]);
    expect(cards().map((card) => within(card).queryByText('通常使う') !== null)).toEqual([false, true, false]);
  });

  it('P-013 F-198: what a contract is paid with says so and cannot be deleted', () => {
    show({ paymentMethods: [used], defaultPaymentMethodId: 'm-used' });
    expect(screen.getByText('契約で使用中')).toBeTruthy();
    expect(screen.getByText(/解約予定のプランで使用しているため、削除できません。/)).toBeTruthy();
    expect(within(cards()[0] as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('what came with an order says that it pays for that contract alone, and never becomes the default', () => {
    const simple = { ...visa, paymentMethodType: 'SbpsAuSimple' as const, sbpsCreditInfo: null };
    show({ paymentMethods: [simple], ordered: ['SbpsAuSimple'], defaultPaymentMethodId: null });
    expect(screen.getByText(/^今回のご契約だけにご利用いただけるお支払い方法です。/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /を通常使うお支払い方法にする$/ })).toBeNull();
  });

  it('says when there is none, and still offers to add one', () => {
    show({ paymentMethods: [], defaultPaymentMethodId: null }, 'en');
    expect(screen.getByText('You have not registered a payment method yet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Register card' })).toBeTruthy();
  });

  it('tells why the card that was just tried is not there', () => {
    show({ failure: { code: 'TDS_CARD_NOT_SAVED', field: null, message: 'カードは登録されていません。' } });
    expect(getAlert().textContent).toContain('カードは登録されていません。');
  });
});

describe('the default', () => {
  it('moves where the member wants it, but not to what is the default or has expired', async () => {
    answer('SetDefaultPaymentMethod', done(null, { defaultPaymentMethodId: 'm-master' }));
    show();
    expect(screen.getAllByRole('button', { name: /を通常使うお支払い方法にする$/ })).toHaveLength(1);
    await userEvent.click(button('Mastercard 下4桁 4444を通常使うお支払い方法にする'));
    await waitFor(() => expect(within(cards()[0] as HTMLElement).getByText('通常使う')).toBeTruthy());
    expect(within(cards()[1] as HTMLElement).queryByText('通常使う')).toBeNull();
    expect(document.activeElement, 'its button is gone').toBe(within(cards()[0] as HTMLElement).getByRole('heading'));
    expect(asked('SetDefaultPaymentMethod')).toEqual([{ accountPaymentMethodId: 'm-master' }]);
    expect(screen.getByText('通常使うお支払い方法を変更しました。')).toBeTruthy();
  });

  it('what was deleted in another tab is told, and the list is read anew', async () => {
    answerError('SetDefaultPaymentMethod', 'NOT_FOUND', 'ページが見つかりません。');
    answer('PaymentMethodsScreen', { screen: { ...wallet, paymentMethods: [visa] } });
    show();
    await userEvent.click(button('Mastercard 下4桁 4444を通常使うお支払い方法にする'));
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(getAlert().textContent).toContain('ページが見つかりません。');
  });
});

describe('deleting', () => {
  const ask = async () => {
    await userEvent.click(button('Mastercard 下4桁 4444を削除する'));
    return within(screen.getByRole('dialog'));
  };

  it('L-071 C-078: a dialog names the card, the safe answer has the focus, and the last page says that it is gone', async () => {
    answer('DeletePaymentMethod', done('/mypage/payment-method/delete/complete'));
    show();
    const dialog = await ask();
    expect(dialog.getByText(/Mastercard/).parentElement?.textContent).toContain('4444');
    expect(document.activeElement?.textContent).toBe('キャンセル');
    await userEvent.click(dialog.getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/payment-method/delete/complete'));
    expect(asked('DeletePaymentMethod')).toEqual([{ accountPaymentMethodId: 'm-master' }]);
  });

  it('is not done by looking at the question', async () => {
    show();
    await userEvent.click((await ask()).getByRole('button', { name: 'キャンセル' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked('DeletePaymentMethod')).toEqual([]);
  });

  it('that failed is not what the page tells of when another method was to be the default since', async () => {
    answer('DeletePaymentMethod', refused('PAYMENT_METHOD_IN_USE', '削除できません。'));
    answer('PaymentMethodsScreen', { screen: wallet });
    show();
    await userEvent.click((await ask()).getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(getAlert().textContent).toContain('削除できません。'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answerError('SetDefaultPaymentMethod', 'INTERNAL', '変更できません。');
    await userEvent.click(button('Mastercard 下4桁 4444を通常使うお支払い方法にする'));
    await waitFor(() => expect(getAlert().textContent).toContain('変更できません。'));
    await userEvent.click((await ask()).getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(getAlert().textContent).toContain('削除できません。'));
  });

  it('E-070: a contract made meanwhile keeps it, which is told', async () => {
    const message = 'ご契約中または解約予定のプランで使用しているため、このお支払い方法は削除できません。';
    answer('DeletePaymentMethod', refused('PAYMENT_METHOD_IN_USE', message));
    answer('PaymentMethodsScreen', { screen: { ...wallet, paymentMethods: [{ ...master, isContractUsed: true }] } });
    show();
    await userEvent.click((await ask()).getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(getAlert().textContent).toContain(message));
    await waitFor(() => expect(screen.getByText('契約で使用中')).toBeTruthy());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('adding a card', () => {
  const fill = async () => {
    const field = (name: RegExp | string) => screen.getByLabelText(name) as HTMLInputElement;
    await userEvent.type(field(/^カード番号/), '4111111111111111');
    await userEvent.type(field(/^有効期限/), `12${String(new Date().getFullYear() + 4).slice(-2)}`);
    await userEvent.type(field(/^セキュリティコード/), '123');
    await userEvent.type(field(/^カード名義/), 'TARO KAIIN');
    await userEvent.click(button('カードを登録する'));
  };

  it('L-070 C-076: sends tokens alone, goes to the bank, and comes back to the page that says so', async () => {
    const given = playScripts();
    answer('RegisterCard', done('https://bank.example/3ds'));
    show();
    await fill();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://bank.example/3ds'));
    expect(asked('RegisterCard')).toEqual([
      { token: 't', tokenKey: 'k', tds2infoToken: 't3', tds2infoTokenKey: 'k3', returnTo: null },
    ]);
    expect(given.card).toHaveLength(1);
  });

  it('E-064: a refusal of the script is shown at its field, and nothing is sent', async () => {
    playScripts({ card: refusal('04003') as never });
    show();
    await fill();
    await waitFor(() => expect(screen.getByLabelText(/^カード番号/).getAttribute('aria-invalid')).toBe('true'));
    expect(asked('RegisterCard')).toEqual([]);
  });

  it('is not offered to a member with twenty', () => {
    const paymentMethods = Array.from({ length: 20 }, (_, i) => ({ ...visa, accountPaymentMethodId: `m-${i}` }));
    show({ paymentMethods });
    expect(screen.getByText(/お支払い方法は20件までです。/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'カードを登録する' })).toBeNull();
  });
});

describe('the marks', () => {
  const mark = (type: string, brand?: string) => {
    const sbpsCreditInfo = brand === undefined ? null : { ...visa.sbpsCreditInfo, cardbrandCode: brand };
    const method = { paymentMethodType: type as PaymentMethodType, sbpsCreditInfo: sbpsCreditInfo as never };
    const { container } = renderView(<PaymentMethodMark method={method} />);
    const picture = container.querySelector('svg') as SVGElement;
    return [picture.getAttribute('aria-label'), picture.querySelector('use')?.getAttribute('href')];
  };

  it.each([
    ['V', 'V'],
    ['D', 'D'],
    ['', 'other'],
    ['toString', 'other'],
  ])('the card of brand "%s" bears the mark %s', (brand, id) => {
    expect(mark('SbpsCredit', brand)).toEqual(['クレジットカード', `/marks.svg#${id}`]);
  });

  it.each([
    ['SbpsPaypay', 'PayPay', 'SbpsPaypay'],
    ['Unheard', 'その他のお支払い方法', 'other'],
  ])('%s is called %s', (type, name, id) => {
    expect(mark(type)).toEqual([name, `/marks.svg#${id}`]);
  });
});

it('U-24: every mark is drawn, and differs from all others, those of SoftBank too', () => {
  const kinds = [
    'V',
    'M',
    'A',
    'J',
    'D',
    'CampaignCode',
    'PaypalRest',
    'SbpsAuone',
    'SbpsDocomo',
    'SbpsPaypay',
    'SbpsSoftbank',
    'SbpsSoftbankYahoo',
  ];
  const sheet = readFileSync(resolve(import.meta.dirname, 'marks.svg'), 'utf8');
  const drawn = kinds.map((of) => {
    const { container } = renderView(<Mark of={of} name="" />);
    expect(container.querySelector('use')?.getAttribute('href')).toBe(`/marks.svg#${of}`);
    return new RegExp(`<symbol id="${of}" [^>]*>(.*)</symbol>`).exec(sheet)?.[1];
  });
  expect(drawn).not.toContain(undefined);
  expect(new Set(drawn).size).toBe(kinds.length);
});

describe('the form of a card', () => {
  const form = () => document.querySelector('main details, details') as HTMLDetailsElement;

  it.each([
    ['ja', 'カードを追加'],
    ['en', 'Add a card'],
  ] as const)('U-24: the list comes first, and the form is behind its button (%s)', (locale, words) => {
    show({}, locale);
    expect(form().open).toBe(false);
    expect(form().querySelector('summary')?.textContent).toBe(words);
    expect(screen.getByRole('list', { name: /登録済み|Registered|Saved/ }).compareDocumentPosition(form())).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('U-24: the form is open where there is nothing else, and after a card was refused', () => {
    const { unmount } = show({ paymentMethods: [], defaultPaymentMethodId: null });
    expect(form().open).toBe(true);
    unmount();
    show({ failure: { code: 'CARD_ALREADY_REGISTERED', field: null, message: 'すでに登録されています。' } });
    expect(form().open).toBe(true);
    expect(getAlert().textContent).toBe('すでに登録されています。');
  });
});

describe('what only the member can end', () => {
  const paypay = {
    ...visa,
    accountPaymentMethodId: 'm-paypay',
    paymentMethodType: 'SbpsPaypay' as const,
    sbpsCreditInfo: null,
  };
  const ending = {
    linkUrl: 'https://carrier.example/end',
    charset: 'Shift_JIS',
    params: [{ name: 'service_type', value: '1' }],
  };
  const later = '/mypage/payment-method/delete/complete?paymentMethodId=m-paypay';
  const deletedPage = (openAgreement: object | null) =>
    renderView(<MethodDeletedView />, {
      document: PaymentMethodDeletedScreenDocument,
      data: { screen: { redirectTo: null, flowError: null, openAgreement } },
      root: { authId: 'a1' },
      address: later,
    });
  let posted: string[];
  beforeEach(() => {
    posted = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      posted.push(`${this.action} ${this.acceptCharset} ${new URLSearchParams(new FormData(this) as never)}`);
    });
  });

  it('R-077: is said before the deletion, posted after it, and what follows a return is the page that says so', async () => {
    show({ paymentMethods: [paypay], defaultPaymentMethodId: null, endedThere: ['SbpsPaypay'] });
    answer('DeletePaymentMethod', done(later, { ending }));
    await userEvent.click(within(cards()[0] as HTMLElement).getByRole('button', { name: /削除する$/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/続けてPayPayのページへ移動します。/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(posted).toEqual(['https://carrier.example/end Shift_JIS service_type=1']));
    expect(router.push).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pageshow'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(later));
  });

  it('stays in sight in the wallet', () => {
    show({ openAgreements: [{ accountPaymentMethodId: 'm-paypay', paymentMethodType: 'SbpsPaypay' }] });
    expect(screen.getByText(/PayPayとの継続課金の契約が、PayPay側に残っています。/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'PayPayのページで契約を終了する' }).getAttribute('href')).toBe(later);
  });

  it('is led to once more from the page of the deletion, which else says that it is done', async () => {
    const { unmount } = deletedPage({ accountPaymentMethodId: 'm-paypay', paymentMethodType: 'SbpsPaypay' });
    answer('DeletePaymentMethod', done(later, { ending }));
    await userEvent.click(button('PayPayのページで契約を終了する'));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(asked('DeletePaymentMethod')).toEqual([{ accountPaymentMethodId: 'm-paypay' }]);
    unmount();
    deletedPage(null);
    expect(screen.getByText('お支払い方法を削除しました。')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /終了する/ })).toBeNull();
  });
});
