import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { playScripts, refusal } from '@/testing/payment';
import type { FormScreen } from '@/testing/purchase';
import { addCard, done, field, fillCard, show, submit } from '@/testing/purchaseForm';
import { errorSummary, fieldError } from '@/testing/refusal';

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
    const other = screen.getByRole('radio', { name: 'd払いを追加して支払う' });
    expect(follows(field(/^カード番号/), screen.getByRole('radio', { name: /^新しいクレジットカード/ }))).toBe(true);
    expect(follows(other, field(/^カード番号/))).toBe(true);
  });

  it('A-147: none of its fields has a name, so a form posted without script carries no card data', () => {
    showCard();
    const controls = [...document.querySelectorAll('[autocomplete^="cc-"]')];
    expect(controls.map((control) => control.getAttribute('autocomplete'))).toEqual([
      'cc-number',
      'cc-exp-month',
      'cc-exp-year',
      'cc-csc',
      'cc-family-name',
      'cc-given-name',
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

  it('K-029 K-030: offers ten years and twelve months', () => {
    showCard();
    expect(field('年').querySelectorAll('option')).toHaveLength(11);
    expect(field('月').querySelectorAll('option')).toHaveLength(13);
  });

  it.each([
    ['ja', addCard, ['カード番号を入力してください。', 'セキュリティコードを入力してください。']],
    ['en', 'Register the card and continue', ['Please enter the card number.', 'Please enter the security code.']],
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
    await submit('Register the card and continue');
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

  it('V-049: an expiry that is past is told under both selects, until one of them puts it right', async () => {
    playScripts();
    vi.setSystemTime('2026-11-21T00:00:00Z');
    showCard();
    await fillCard();
    await userEvent.selectOptions(field('年'), '2026');
    await userEvent.selectOptions(field('月'), '10');
    await submit(addCard);
    expect(await fieldError('有効期限が切れているカードは使用できません。')).toBeTruthy();
    expect(described(field('年'))).toContain('有効期限が切れている');
    await userEvent.selectOptions(field('年'), '2027');
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
    ['E-058 E-065', '04004', '月', '有効期限が正しくありません。'],
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
    await userEvent.selectOptions(field('Month'), '12');
    await userEvent.selectOptions(field('Year'), field('Year').querySelectorAll('option')[5] as HTMLOptionElement);
    await userEvent.type(field(/^Security code/), '123');
    await userEvent.type(field(/^Last name/), 'KAIIN');
    await userEvent.type(field(/^First name/), 'TARO');
    await submit('Register the card and continue');
    expect((await findAlert()).textContent).toContain('Your card could not be registered.');
  });

  it('a refusal of the 3-D Secure script is shown at the name', async () => {
    playScripts({ holder: refusal('07003') });
    showCard();
    await fillCard();
    await submit(addCard);
    expect(await fieldError('姓（ローマ字）が正しくありません。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: '姓（ローマ字）が正しくありません。' }));
    expect(document.activeElement).toBe(field(/^姓/));
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
});
