import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { playScripts, refusal } from '@/testing/payment';
import type { FormScreen } from '@/testing/purchase';
import { addCard, done, field, fillCard, nextYears, show, submit } from '@/testing/purchaseForm';
import { errorSummary, fieldError } from '@/testing/refusal';

withParts();

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

/** The description of a field, which holds its error. */
const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('a new card', () => {
  const showCard = (changes: Partial<FormScreen> = {}, locale: 'ja' | 'en' = 'ja') =>
    show({ paymentMethods: [], ...changes }, { locale });

  it('L-053: its fields are right under its choice, before the other ways to pay', () => {
    showCard({ joinable: ['SbpsDocomo'] });
    const follows = (later: Element, earlier: Element) =>
      Boolean(earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING);
    const other = screen.getByRole('radio', { name: 'd払いで支払う' });
    expect(follows(field(/^カード番号/), screen.getByRole('radio', { name: /^新しいクレジットカード/ }))).toBe(true);
    expect(follows(other, field(/^カード番号/))).toBe(true);
  });

  it('A-147: none of its fields has a name, so a form posted without script carries no card data', () => {
    showCard();
    const controls = [...document.querySelectorAll('[autocomplete^="cc-"]')];
    expect(controls.map((control) => control.getAttribute('autocomplete'))).toEqual([
      'cc-number',
      'cc-exp',
      'cc-csc',
      'cc-name',
    ]);
    for (const control of controls) expect(control.hasAttribute('name')).toBe(false);
  });

  it.each([
    ['K-031', '378282246310005', '3782 822463 10005', 'American Express', 17],
    ['K-032', '30569309025904', '3056 930902 5904', 'Diners Club International', 16],
    ['K-033', '4111111111111111', '4111 1111 1111 1111', 'Visa', 19],
  ])('%s: %s is shown as %s', async (_row, typed, shown, brand, length) => {
    showCard();
    await userEvent.type(field(/^カード番号/), `${typed}99`);
    expect(field(/^カード番号/).value).toBe(shown);
    expect(field(/^カード番号/).maxLength).toBe(length);
    expect(screen.getByRole('status').textContent).toBe(brand);
  });

  it('the caret stays where the member is typing', async () => {
    showCard();
    const number = field(/^カード番号/);
    await userEvent.type(number, '41111111');
    await userEvent.type(number, '2', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(number.value).toBe('4121 1111 1');
    expect(number.selectionStart).toBe(3);
  });

  it('K-029 K-030: the expiry is one field, which takes what is typed, and pasted in full width', async () => {
    showCard();
    const expiry = field(/^有効期限/);
    expect(expiry.inputMode).toBe('numeric');
    await userEvent.type(expiry, '1229');
    expect(expiry.value).toBe('12/29');
    await userEvent.clear(expiry);
    await userEvent.click(expiry);
    await userEvent.paste('１２／２０２９');
    await userEvent.tab();
    expect(expiry.value).toBe('12/29');
  });

  it.each([
    ['ja', addCard, '有効期限は、「12/29」のように月と年で入力してください。', /^有効期限/],
    ['en', 'Save card and continue', 'Please enter the expiry date as month and year, like 12/29.', /^Expiry date/],
  ] as const)('an expiry that is no month is told at its field (%s)', async (locale, press, words, label) => {
    showCard({}, locale);
    await userEvent.type(field(label), '1329');
    await submit(press);
    expect(await fieldError(words)).toBeTruthy();
    expect(described(field(label))).toContain(words);
  });

  it('the brands that are taken are shown', () => {
    showCard();
    const marks = ['Visa', 'JCB', 'Mastercard', 'American Express', 'Diners Club International'];
    for (const name of marks) expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it.each([
    ['ja', addCard, ['カード番号を入力してください。', 'セキュリティコードを入力してください。']],
    ['en', 'Save card and continue', ['Please enter the card number.', 'Please enter the security code.']],
  ] as const)('U-21: every field that is left empty is named (%s)', async (locale, press, words) => {
    showCard({}, locale);
    await submit(press);
    for (const text of words) expect(await fieldError(text)).toBeTruthy();
  });

  it('V-043 V-044 V-045 V-046: a wrong number is told at its field, in both languages, and goes nowhere', async () => {
    const given = playScripts();
    const { unmount } = showCard();
    await fillCard('4111111111111112');
    await submit(addCard);
    expect(await fieldError('クレジットカード番号が正しくありません。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: 'クレジットカード番号が正しくありません。' }));
    expect(document.activeElement).toBe(field(/^カード番号/));
    expect(described(field(/^カード番号/))).toContain('クレジットカード番号が正しくありません。');
    unmount();
    showCard({}, 'en');
    await userEvent.type(field(/^Card number/), '4111111111111112');
    await submit('Save card and continue');
    expect(await fieldError('This credit card number is not valid.')).toBeTruthy();
    expect(given.card).toEqual([]);
  });

  it('V-047 V-048: the code has as many digits as the brand wants, and is judged anew with the number', async () => {
    playScripts();
    showCard();
    await fillCard('378282246310005', '123');
    await submit(addCard);
    expect(await fieldError('セキュリティコードが正しくありません。')).toBeTruthy();
    await userEvent.clear(field(/^カード番号/));
    await userEvent.type(field(/^カード番号/), '4111111111111111');
    await waitFor(() => expect(screen.queryByText('セキュリティコードが正しくありません。')).toBeNull());
  });

  it('V-049: an expiry that is past is told at its field, until it is put right', async () => {
    playScripts();
    vi.setSystemTime('2026-11-21T00:00:00Z');
    showCard();
    await fillCard();
    await userEvent.clear(field(/^有効期限/));
    await userEvent.type(field(/^有効期限/), '1026');
    await submit(addCard);
    expect(await fieldError('有効期限が切れているカードは使用できません。')).toBeTruthy();
    await userEvent.clear(field(/^有効期限/));
    await userEvent.type(field(/^有効期限/), '0127');
    await waitFor(() => expect(screen.queryByText('有効期限が切れているカードは使用できません。')).toBeNull());
    vi.useRealTimers();
  });

  it('A-114 A-145 A-147: is registered by tokens alone and leads to the bank; the way back is this page', async () => {
    const given = playScripts();
    answer('RegisterCard', done('https://bank.example/3ds'));
    showCard({}, 'ja');
    await fillCard();
    await submit(addCard);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://bank.example/3ds'));
    expect(given.card[0]).toMatchObject({ ccNumber: '4111111111111111', securityCode: '123' });
    const input = {
      token: 't',
      tokenKey: 'k',
      tds2infoToken: 't3',
      tds2infoTokenKey: 'k3',
      returnTo: '/plans/standard',
    };
    expect(asked('RegisterCard')).toEqual([input]);
    // Until the bank's page is shown the button takes no second press.
    await userEvent.click(screen.getByRole('button', { name: /処理中/ }));
    expect(asked('RegisterCard')).toHaveLength(1);
  });

  it.each([
    ['E-057 E-064', '03003', /^カード番号/, 'カード番号を入力してください。'],
    ['E-056 E-058 E-064', '04003', /^カード番号/, 'カード番号が正しくありません。'],
    ['E-058 E-065', '04004', /^有効期限/, '有効期限が正しくありません。'],
    ['E-059 E-066', '07005', /^セキュリティコード/, 'セキュリティコードが正しくありません。'],
    ['E-060 E-066', '05005', /^セキュリティコード/, 'セキュリティコードの桁数が正しくありません。'],
    ['E-060 E-064', '05003', /^カード番号/, 'カード番号の桁数が正しくありません。'],
  ])('%s: code %s of the script is shown at its field', async (_row, code, label, words) => {
    playScripts({ card: refusal(code) });
    showCard();
    await fillCard();
    await submit(addCard);
    expect(await fieldError(words)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: words }));
    expect(document.activeElement).toBe(field(label));
    expect(asked('RegisterCard')).toEqual([]);
  });

  it.each([
    ['E-061', '99003', /カード情報を確認できませんでした。.*お支払いは行われていません。/],
    ['E-062', '04001', /カード情報を確認できませんでした。/],
    ['E-063', '04002', /カード情報を確認できませんでした。/],
    ['E-067', '12345', /クレジットカードの登録に失敗しました。お支払いは行われていません。/],
    ['E-067', '03', /クレジットカードの登録に失敗しました。/],
  ])('%s: code %s is shown above the form', async (_row, code, words) => {
    playScripts({ card: refusal(code) });
    showCard();
    await fillCard();
    await submit(addCard);
    expect((await findAlert()).textContent).toMatch(words);
    await waitFor(() => expect(document.activeElement).toBe(getAlert()));
  });

  it('E-067: the default message in English', async () => {
    playScripts({ card: refusal('12345') });
    showCard({}, 'en');
    await userEvent.type(field(/^Card number/), '4111111111111111');
    await userEvent.type(field(/^Expiry date/), `12${nextYears(4)}`);
    await userEvent.type(field(/^Security code/), '123');
    await userEvent.type(field(/^Name on card/), 'TARO KAIIN');
    await submit('Save card and continue');
    expect((await findAlert()).textContent).toContain('Your card could not be registered.');
  });

  it('a refusal of the 3-D Secure script is shown at the name', async () => {
    playScripts({ holder: refusal('07003') });
    showCard();
    await fillCard();
    await submit(addCard);
    expect(await fieldError('カード名義が正しくありません。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: 'カード名義が正しくありません。' }));
    expect(document.activeElement).toBe(field(/^カード名義/));
  });

  it('a refusal of our server is shown above the form, and the card may be sent again', async () => {
    playScripts();
    answerError('RegisterCard', 'TOO_MANY_REQUESTS', '操作の回数が多すぎます。', { status: 429 });
    showCard();
    await fillCard();
    await submit(addCard);
    expect((await findAlert()).textContent).toContain('操作の回数が多すぎます。');
    expect(screen.getByRole('button', { name: addCard })).toBeTruthy();
  });

  it('U-23: the same card is recognised, and nothing is added', async () => {
    playScripts();
    const message = 'このカードはすでに登録されています。登録済みのカードをお選びください。';
    const errors = [{ code: 'CARD_ALREADY_REGISTERED', field: null, message }];
    answer('RegisterCard', { result: { redirectTo: null, flowError: null, userErrors: errors } });
    showCard({}, 'ja');
    await fillCard();
    await submit(addCard);
    expect((await findAlert()).textContent).toBe(message);
    expect(assign).not.toHaveBeenCalled();
  });

  it('U-20: without a network the card is not sent, and the order is not placed', async () => {
    playScripts({ card: refusal('99999') });
    showCard();
    await fillCard();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await submit(addCard);
    await waitFor(() =>
      expect(getAlert().textContent).toBe(
        '通信できませんでした。お申し込みは確定していません。接続を確認して、もう一度お試しください。',
      ),
    );
  });
});
