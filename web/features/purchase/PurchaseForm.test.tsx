import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { answer, answerError, asked } from '@/testing/api';
import { playScripts, refusal } from '@/testing/payment';
import { expired, plan, visa } from '@/testing/plans';
import { type FormScreen, formScreen, order, rental, rentalOrder, trialOrder } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { question, surveyOf } from '@/testing/survey';
import { PurchaseFormView } from './PurchaseFormView';

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

const show = (changes: Partial<FormScreen> = {}, { locale = 'ja' as 'ja' | 'en', address = '/plans/standard' } = {}) =>
  renderView(<PurchaseFormView />, {
    document: PurchaseFormScreenDocument,
    data: { screen: { ...formScreen, ...changes } },
    variables: { planId: 'standard', paymentMethodId: null },
    root: { authId: 'a1' },
    locale,
    address,
  });

const done = (redirectTo: string | null = null, extra: object = {}) => ({
  result: { redirectTo, flowError: null, userErrors: [], ...extra },
});
const refused = (code: string, field: string | null, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field, message }], purchaseToken: null },
});

const submit = (name: RegExp | string = '確認画面へ進む') => userEvent.click(screen.getByRole('button', { name }));
const addCard = 'カードを登録して次へ進む';
const field = (name: RegExp | string) => screen.getByLabelText(name) as HTMLInputElement;
const fillCard = async (number = '4111111111111111', code = '123') => {
  await userEvent.type(field(/^カード番号/), number);
  await userEvent.selectOptions(field('月'), '12');
  await userEvent.selectOptions(field('年'), field('年').querySelectorAll('option')[5] as HTMLOptionElement);
  await userEvent.type(field(/^セキュリティコード/), code);
  await userEvent.type(field(/^姓/), 'KAIIN');
  await userEvent.type(field(/^名（/), 'TARO');
};
/** The description of a field, which holds its error. */
const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('the order in sight', () => {
  const summary = () => within(screen.getByRole('region', { name: 'ご注文内容' }));

  it('R-064 S-052: a plan, what is paid now and later, and the first of three steps', () => {
    show();
    expect(screen.getByText('1 / 3')).toBeTruthy();
    expect(summary().getAllByText('1,100円')).toHaveLength(2);
    expect(summary().getByText('初回のお支払い日').parentElement?.textContent).toContain('2026/11/21');
    expect(summary().getByText('2026/12/21から')).toBeTruthy();
    expect(screen.getByText('見放題', { selector: 'b' })).toBeTruthy();
  });

  it('K-019: free days come first, then the day of the first payment and its amount', () => {
    show({ verification: trialOrder });
    expect(summary().getByText('0円')).toBeTruthy();
    expect(summary().getByText('14日間の無料トライアルから始まります。')).toBeTruthy();
    expect(summary().getByText('初回のお支払い日').parentElement?.textContent).toContain('2026/12/5');
    expect(summary().getByText('980円')).toBeTruthy();
  });

  it('S-055: a returning member hears that there is no free trial', () => {
    show({ verification: { ...order, isReContract: true } });
    expect(summary().getByText('再契約のため、無料トライアルはありません。')).toBeTruthy();
  });

  it('K-021: a rental says until when it can be watched', () => {
    vi.setSystemTime('2026-11-21T00:00:00Z');
    show({ plan: { ...rental, survey: null }, verification: rentalOrder });
    vi.useRealTimers();
    expect(summary().getByText('視聴期限').parentElement?.textContent).toContain('2026/11/28');
    expect(summary().queryByText('初回のお支払い日')).toBeNull();
  });

  it('E-047: says why the last try did not complete, and takes the focus there', () => {
    const message = '契約数の上限に達しているため購入できません';
    show({ failure: { code: 'CONTRACT_LIMIT_REACHED', field: null, message } });
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });

  it('S-054: a plan that cannot be had shows no order, only why not and the way to others', () => {
    const closed = {
      ...plan,
      survey: null,
      availability: 'CONTRACT_LIMITED',
      isSubscriptionContractLimited: true,
    } as const;
    show({ plan: closed });
    expect(screen.getByText('契約できません')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('region', { name: 'ご注文内容' })).toBeNull();
    expect(screen.getByRole('link', { name: 'ほかのプランを見る' }).getAttribute('href')).toBe('/plans');
  });
});

describe('paying with what is registered', () => {
  it('L-052 L-053 F-152: offers the registered methods and a new card; the first usable one is chosen', () => {
    show({ paymentMethods: [expired, visa] });
    const [old, usable, fresh] = screen.getAllByRole('radio') as HTMLInputElement[];
    expect([old?.disabled, usable?.checked, fresh?.value]).toEqual([true, true, 'new']);
    expect(screen.getByText('このカードは有効期限が切れています。')).toBeTruthy();
    expect(screen.queryByLabelText(/^カード番号/)).toBeNull();
  });

  it('chooses the method the server names, unless it has expired', () => {
    const second = { ...visa, accountPaymentMethodId: 'm-2' };
    const { unmount } = show({ paymentMethods: [visa, second, expired], selectedPaymentMethodId: 'm-2' });
    expect((screen.getAllByRole('radio')[1] as HTMLInputElement).checked).toBe(true);
    unmount();
    show({ paymentMethods: [visa, second, expired], selectedPaymentMethodId: 'm-old' });
    expect((screen.getAllByRole('radio')[0] as HTMLInputElement).checked).toBe(true);
  });

  it('P-05: after a card was refused no card is chosen, until the member chooses', async () => {
    const failure = { code: 'CARD_DECLINED', field: null, message: 'カードをご利用いただけませんでした。' } as const;
    const { unmount } = show({ paymentMethods: [visa], selectedPaymentMethodId: visa.accountPaymentMethodId, failure });
    expect((screen.getAllByRole('radio') as HTMLInputElement[])[0]?.checked, 'a card added since').toBe(true);
    unmount();
    show({ paymentMethods: [visa], failure });
    const tiles = screen.getAllByRole('radio') as HTMLInputElement[];
    expect(tiles.map(({ checked, disabled }) => [checked, disabled])).toEqual(tiles.map(() => [false, false]));
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(tiles[0]));
    expect(asked('PurchaseForm')).toEqual([]);
  });

  it('F-150 F-151 F-155: sends plan, method and answers, then goes to the confirm page', async () => {
    answer('PurchaseForm', done(null, { purchaseToken: 'token-1' }));
    show({ plan: { ...plan, survey: surveyOf(question('text'), question('checkbox')) } });
    await userEvent.type(field(/^textの質問/), '灯り');
    await userEvent.click(field('checkbox b'));
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/plans/standard/confirm'));
    const answers = [
      { questionId: 'text', values: ['灯り'] },
      { questionId: 'checkbox', values: ['b'] },
    ];
    expect(asked('PurchaseForm')).toEqual([{ planId: 'standard', paymentMethodId: 'm-visa', answers, signup: false }]);
  });

  it('an order begun at sign-up goes on there', async () => {
    answer('PurchaseForm', done());
    show({}, { address: '/plans/standard?signup=1' });
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/plans/standard/confirm'));
    expect(asked('PurchaseForm')[0]).toMatchObject({ signup: true });
  });

  it('E-055: when the server misses a method, its words stand at the tiles, which are marked', async () => {
    answer(
      'PurchaseForm',
      refused('PAYMENT_METHOD_NOT_SELECTED', 'paymentMethodId', 'お支払い方法を選択してください。'),
    );
    show();
    await submit();
    expect(await screen.findByText('お支払い方法を選択してください。')).toBeTruthy();
    for (const radio of screen.getAllByRole('radio')) {
      expect(radio.getAttribute('aria-invalid')).toBe('true');
      expect(radio.closest('label')?.className).toContain('border-danger');
    }
  });

  it('a mistake without a field stands above the form', async () => {
    answer('PurchaseForm', refused('PRODUCT_UNAVAILABLE', null, 'このプランは現在お申し込みいただけません。'));
    show();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('現在お申し込みいただけません');
    expect(router.push).not.toHaveBeenCalled();
  });

  it('a double press sends once', async () => {
    router.push.mockReturnValue(new Promise(() => {}));
    answer('PurchaseForm', done());
    show();
    await userEvent.dblClick(screen.getByRole('button', { name: '確認画面へ進む' }));
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')).toHaveLength(1);
  });
});

describe('the survey', () => {
  const kinds = ['text', 'textarea', 'radio', 'select', 'checkbox', 'date', 'time'] as const;

  it('L-056: asks every kind of question', () => {
    show({ plan: { ...plan, survey: surveyOf(...kinds.map((kind) => question(kind))) } });
    for (const kind of ['text', 'textarea', 'select', 'date', 'time'])
      expect(field(new RegExp(`^${kind}の質問`))).toBeTruthy();
    for (const kind of ['radio', 'checkbox'])
      expect(within(screen.getByRole('group', { name: new RegExp(`^${kind}の質問`) })).getAllByRole(kind)).toHaveLength(
        3,
      );
  });

  it('K-035: a date ends with the year 9999', () => {
    show({ plan: { ...plan, survey: surveyOf(question('date')) } });
    expect(field(/^dateの質問/).max).toBe('9999-12-31');
  });

  it('V-018 V-019 V-020 V-042: tells what is missing at each question and sends nothing', async () => {
    const survey = surveyOf(
      question('text', { required: true }),
      question('radio', { required: true }),
      question('checkbox', { minCount: 2, maxCount: 2 }),
    );
    show({ plan: { ...plan, survey } });
    await userEvent.click(field('checkbox a'));
    await submit();
    expect(await screen.findByText('入力してください。')).toBeTruthy();
    expect(screen.getByText('選択してください。')).toBeTruthy();
    expect(screen.getByText('2つ以上選択してください。')).toBeTruthy();
    expect(document.activeElement).toBe(field(/^textの質問/));
    await userEvent.click(field('checkbox b'));
    await userEvent.click(field('checkbox c'));
    expect(await screen.findByText('2つ以内で選択してください。')).toBeTruthy();
    expect(asked('PurchaseForm')).toEqual([]);
  });

  it('one box alone is a list too', async () => {
    answer('PurchaseForm', done());
    const answerOptions = [{ optionId: 'yes', optionTitle: 'はい' }];
    show({ plan: { ...plan, survey: surveyOf(question('checkbox', { required: true, answerOptions })) } });
    await userEvent.click(field('はい'));
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')[0]).toMatchObject({ answers: [{ questionId: 'checkbox', values: ['yes'] }] });
  });

  it('radio buttons that are passed by keyboard stay unanswered', async () => {
    answer('PurchaseForm', done());
    show({ plan: { ...plan, survey: surveyOf(question('radio')) } });
    screen.getByLabelText('radio a').focus();
    await userEvent.tab();
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')[0]).toMatchObject({ answers: [] });
  });

  it('what the server finds wrong stands at its question', async () => {
    answer('PurchaseForm', refused('INVALID_FORMAT', 'answers.text', '形式が正しくありません。'));
    show({ plan: { ...plan, survey: surveyOf(question('radio'), question('text')) } });
    await submit();
    expect(await screen.findByText('形式が正しくありません。')).toBeTruthy();
    expect(document.activeElement).toBe(field(/^textの質問/));
  });

  it('answers are there again when the member comes back, and only for that member', async () => {
    answer('PurchaseForm', done());
    const survey = surveyOf(question('text'), question('checkbox'), question('radio'), question('select'));
    const { unmount } = show({ plan: { ...plan, survey } });
    await userEvent.type(field(/^textの質問/), '灯り');
    await userEvent.click(field('checkbox c'));
    await userEvent.click(field('radio b'));
    await userEvent.selectOptions(field(/^selectの質問/), 'a');
    await submit();
    unmount();
    const again = show({ plan: { ...plan, survey } });
    expect(field(/^textの質問/).value).toBe('灯り');
    expect([field('checkbox c').checked, field('checkbox a').checked]).toEqual([true, false]);
    expect([field('radio b').checked, field(/^selectの質問/).value]).toEqual([true, 'a']);
    again.unmount();
    renderView(<PurchaseFormView />, {
      document: PurchaseFormScreenDocument,
      data: { screen: { ...formScreen, plan: { ...plan, survey } } },
      root: { authId: 'somebody else' },
    });
    expect(field(/^textの質問/).value).toBe('');
  });
});

describe('a new card', () => {
  const showCard = (changes: Partial<FormScreen> = {}, locale: 'ja' | 'en' = 'ja') =>
    show({ paymentMethods: [], ...changes }, { locale });

  it('nothing of it has a name, so a form posted without script carries nothing of it', () => {
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

  it('V-043 V-044 V-045 V-046: a wrong number is told at its field, in both languages, and goes nowhere', async () => {
    const given = playScripts();
    const { unmount } = showCard();
    await fillCard('4111111111111112');
    await submit(addCard);
    expect(await screen.findByText('クレジットカード番号が正しくありません。')).toBeTruthy();
    expect(document.activeElement).toBe(field(/^カード番号/));
    expect(described(field(/^カード番号/))).toContain('クレジットカード番号が正しくありません。');
    unmount();
    showCard({}, 'en');
    await userEvent.type(field(/^Card number/), '4111111111111112');
    await submit('Register the card and continue');
    expect(await screen.findByText('This credit card number is not valid.')).toBeTruthy();
    expect(given.card).toEqual([]);
  });

  it('V-047 V-048: the code has as many digits as the brand wants, and is judged anew with the number', async () => {
    playScripts();
    showCard();
    await fillCard('378282246310005', '123');
    await submit(addCard);
    expect(await screen.findByText('セキュリティコードが正しくありません。')).toBeTruthy();
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
    expect(await screen.findByText('有効期限が切れているカードは使用できません。')).toBeTruthy();
    expect(described(field('年'))).toContain('有効期限が切れている');
    await userEvent.selectOptions(field('年'), '2027');
    await waitFor(() => expect(screen.queryByText('有効期限が切れているカードは使用できません。')).toBeNull());
    vi.useRealTimers();
  });

  it('is registered by tokens alone and leads to the bank; the way back is this page', async () => {
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
    // Until the bank's page stands there the button takes no second press.
    await userEvent.click(screen.getByRole('button', { name: /処理中/ }));
    expect(asked('RegisterCard')).toHaveLength(1);
  });

  it.each([
    ['E-057 E-064', '03003', /^カード番号/, 'カード番号を入力してください。'],
    ['E-058 E-065', '04004', '月', '有効期限が正しくありません。'],
    ['E-059 E-066', '07005', /^セキュリティコード/, 'セキュリティコードが正しくありません。'],
    ['E-060 E-064', '05003', /^カード番号/, 'カード番号の桁数が正しくありません。'],
  ])('%s: code %s of the script stands at its field', async (_row, code, label, words) => {
    playScripts({ card: refusal(code) });
    showCard();
    await fillCard();
    await submit(addCard);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(field(label));
    expect(asked('RegisterCard')).toEqual([]);
  });

  it.each([
    ['E-061', '99003', /カード情報を確認できませんでした。.*お支払いは行われていません。/],
    ['E-062', '04001', /カード情報を確認できませんでした。/],
    ['E-063', '04002', /カード情報を確認できませんでした。/],
    ['E-067', '12345', /クレジットカードの登録に失敗しました。お支払いは行われていません。/],
    ['E-067', '03', /クレジットカードの登録に失敗しました。/],
  ])('%s: code %s stands above the form', async (_row, code, words) => {
    playScripts({ card: refusal(code) });
    showCard();
    await fillCard();
    await submit(addCard);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
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
    expect((await screen.findByRole('alert')).textContent).toContain('Your card could not be registered.');
  });

  it('what the 3-D Secure script refuses stands at the name', async () => {
    playScripts({ holder: refusal('07003') });
    showCard();
    await fillCard();
    await submit(addCard);
    expect(await screen.findByText('姓（ローマ字）が正しくありません。')).toBeTruthy();
    expect(document.activeElement).toBe(field(/^姓/));
  });

  it('what our server refuses stands above the form, and the card may be sent again', async () => {
    playScripts();
    answerError('RegisterCard', 'TOO_MANY_REQUESTS', '操作の回数が多すぎます。', { status: 429 });
    showCard();
    await fillCard();
    await submit(addCard);
    expect((await screen.findByRole('alert')).textContent).toContain('操作の回数が多すぎます。');
    expect(screen.getByRole('button', { name: addCard })).toBeTruthy();
  });
});
