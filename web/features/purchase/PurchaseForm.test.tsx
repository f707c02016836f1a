import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { expired, plan, visa } from '@/testing/plans';
import { formScreen, order, rental, rentalOrder, trialOrder } from '@/testing/purchase';
import { done, field, fillCard, show, submit } from '@/testing/purchaseForm';
import { errorSummary, fieldError } from '@/testing/refusal';
import { router } from '@/testing/router';
import { question, surveyOf } from '@/testing/survey';

withParts();

const refused = (code: string, field: string | null, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field, message }], purchaseToken: null },
});

describe('the order in sight', () => {
  const summary = () => within(screen.getByRole('region', { name: 'ご注文内容' }));

  it('R-064 S-052: a plan, what is paid now and later, and the first of three steps', () => {
    show();
    expect(screen.getByText('1 / 3')).toBeTruthy();
    expect(summary().getAllByText('1,100円')).toHaveLength(1);
    expect(summary().getByText('初回のお支払い日').parentElement?.textContent).toContain('2026/11/21');
    expect(summary().getByText('2026/12/21から毎月1,100円')).toBeTruthy();
    expect(summary().getByText('いつでも解約できます')).toBeTruthy();
    expect(screen.getByText('見放題', { selector: 'b' })).toBeTruthy();
  });

  it.each([
    ['inline', '/plans/standard?signup=1', '2 / 4'],
    ['inline', '/plans/standard', '1 / 3'],
    ['scroll', '/plans/standard?signup=1', '1 / 3'],
  ] as const)('U-6: after a sign-up in the %s style, %s is step %s', (signupStyle, address, step) => {
    show({}, { address, signupStyle });
    expect(screen.getByText(step)).toBeTruthy();
  });

  it('K-019: free days come first, then the day of the first payment and its amount', () => {
    show({ verification: trialOrder });
    expect(summary().getByText('0円')).toBeTruthy();
    expect(summary().getByText('14日間の無料トライアルから始まります。')).toBeTruthy();
    expect(summary().getByText('初回のお支払い日').parentElement?.textContent).toContain('2026/12/5');
    expect(summary().getByText('2026/12/5から毎月980円')).toBeTruthy();
  });

  it('S-055: a returning member hears that there is no free trial', () => {
    show({ verification: { ...order, isReContract: true } });
    expect(summary().getByText('再契約のため、無料トライアルはありません。')).toBeTruthy();
  });

  it('K-021: a rental says until when it can be watched', () => {
    vi.setSystemTime('2026-11-21T00:00:00Z');
    show({ plan: { ...rental, survey: null, sample: null }, verification: rentalOrder });
    vi.useRealTimers();
    expect(summary().getByText('視聴期限').parentElement?.textContent).toContain('2026/11/28');
    expect(summary().queryByText('初回のお支払い日')).toBeNull();
    expect(summary().queryByText('いつでも解約できます')).toBeNull();
  });

  it('E-047: says why the last try did not complete, and takes the focus there', () => {
    const message = '契約数の上限に達しているため購入できません';
    show({ failure: { code: 'CONTRACT_LIMIT_REACHED', field: null, message } });
    expect(getAlert().textContent).toBe(message);
    expect(document.activeElement).toBe(getAlert());
  });

  it('S-054: a plan that cannot be had shows no order, only why not and the way to others', () => {
    const closed = {
      ...plan,
      survey: null,
      sample: null,
      availability: 'CONTRACT_LIMITED',
      isSubscriptionContractLimited: true,
    } as const;
    show({ plan: closed });
    expect(screen.getByText('契約数の上限です')).toBeTruthy();
    expect(screen.queryByText(/ご契約中/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('region', { name: 'ご注文内容' })).toBeNull();
    expect(screen.getByRole('link', { name: 'ほかのプランを見る' }).getAttribute('href')).toBe('/plans');
  });
});

describe('paying with what is registered', () => {
  it('L-052 L-053 F-152: offers the registered methods and a new card; the first usable one is chosen', () => {
    show({ paymentMethods: [expired, visa] });
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('登録済み');
    const [old, usable, fresh] = screen.getAllByRole('radio') as HTMLInputElement[];
    expect([old?.disabled, usable?.checked, fresh?.value]).toEqual([true, true, 'new']);
    expect(screen.getByText('このカードは有効期限が切れています。')).toBeTruthy();
    expect(screen.queryByLabelText(/^カード番号/)).toBeNull();
  });

  it('U-12: kinds of ways to pay are behind tabs, which the arrows go through; each chooses what it shows first', async () => {
    show({ paymentMethods: [visa], joinable: ['SbpsPaypay', 'PaypalRest', 'SbpsDocomo', 'SbpsSoftbank'] });
    const tab = (name: string) => screen.getByRole('tab', { name });
    const chosen = () => (screen.getAllByRole('radio') as HTMLInputElement[]).find(({ checked }) => checked)?.value;
    const named = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(named).toEqual(['登録済み', 'カード', 'スマホ決済', 'キャリア決済']);
    tab('登録済み').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(tab('スマホ決済'));
    expect(chosen()).toBe('new:SbpsPaypay');
    expect(screen.getByRole('button', { name: 'PayPayのページへ進む' })).toBeTruthy();
    await userEvent.keyboard('{End}');
    expect(chosen()).toBe('new:SbpsDocomo');
    await userEvent.keyboard('{ArrowRight}');
    expect([document.activeElement, chosen()]).toEqual([tab('登録済み'), 'm-visa']);
    await userEvent.click(tab('カード'));
    expect(chosen()).toBe('new');
    expect(field(/^カード番号/)).toBeTruthy();
    const states = screen.getAllByRole('tab').map((one) => [one.getAttribute('aria-selected'), one.tabIndex]);
    expect(states).toEqual([
      ['false', -1],
      ['true', 0],
      ['false', -1],
      ['false', -1],
    ]);
    for (const one of screen.getAllByRole('tab')) {
      const panel = document.getElementById(one.getAttribute('aria-controls') ?? '');
      expect(panel?.getAttribute('aria-labelledby')).toBe(one.id);
      expect(panel?.className.includes('hidden')).toBe(one !== tab('カード'));
    }
  });

  it('a tab whose ways to pay cannot pay for the plan chooses none', async () => {
    show({ paymentMethods: [visa], joinable: ['SbpsDocomo'], unusable: ['SbpsDocomo'] });
    await userEvent.click(screen.getByRole('tab', { name: 'キャリア決済' }));
    expect((screen.getAllByRole('radio') as HTMLInputElement[]).some(({ checked }) => checked)).toBe(false);
    await submit();
    expect(await screen.findByText('お支払い方法を選択してください。')).toBeTruthy();
  });

  it('one kind alone needs no tabs', () => {
    show({ paymentMethods: [] });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(field(/^カード番号/)).toBeTruthy();
  });

  it('the form comes before what the plan is, and its sample', () => {
    show();
    const plan = screen.getByRole('region', { name: '見放題スタンダード' });
    const form = document.querySelector('form') as HTMLFormElement;
    expect(form.compareDocumentPosition(plan)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('F-204: what charges each month by itself is chosen with the order, and leads to the confirm page', async () => {
    answer('PurchaseForm', done());
    show({ paymentMethods: [visa], ordered: ['SbpsAuSimple'], orderedNext: '2026-12-01' });
    const next = () => screen.getByText(/から毎月1,100円/).textContent;
    expect(next()).toContain('2026/12/21から');
    await userEvent.click(screen.getByRole('radio', { name: /auかんたん決済で支払う（毎月自動）/ }));
    expect(next()).toContain('2026/12/1から');
    await userEvent.click(screen.getAllByRole('radio')[0] as HTMLElement);
    expect(next()).toContain('2026/12/21から');
    await userEvent.click(screen.getByRole('radio', { name: /auかんたん決済で支払う（毎月自動）/ }));
    await userEvent.click(screen.getByRole('button', { name: '確認画面へ進む' }));
    await waitFor(() => expect(asked('PurchaseForm')[0]).toMatchObject({ paymentMethodId: 'SbpsAuSimple' }));
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
    show({ plan: { ...formScreen.plan, survey: surveyOf(question('text'), question('checkbox')) } });
    await userEvent.type(field(/^textの質問/), '灯り');
    await userEvent.click(field('checkbox b'));
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/plans/standard/confirm'));
    const answers = [
      { questionId: 'text', values: ['灯り'] },
      { questionId: 'checkbox', values: ['b'] },
    ];
    expect(asked('PurchaseForm')).toEqual([
      { planId: 'standard', paymentMethodId: 'm-visa', campaignCode: null, answers, signup: false },
    ]);
  });

  it('an order begun at sign-up goes on there', async () => {
    answer('PurchaseForm', done());
    show({}, { address: '/plans/standard?signup=1' });
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/plans/standard/confirm'));
    expect(asked('PurchaseForm')[0]).toMatchObject({ signup: true });
  });

  it('E-055: when the server misses a method, its words are at the tiles, which are marked', async () => {
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

  it('a mistake without a field is shown above the form', async () => {
    answer('PurchaseForm', refused('PRODUCT_UNAVAILABLE', null, 'このプランは現在お申し込みいただけません。'));
    show();
    await submit();
    expect((await findAlert()).textContent).toContain('現在お申し込みいただけません');
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
    show({ plan: { ...formScreen.plan, survey: surveyOf(...kinds.map((kind) => question(kind))) } });
    for (const kind of ['text', 'textarea', 'select', 'date', 'time'])
      expect(field(new RegExp(`^${kind}の質問`))).toBeTruthy();
    for (const kind of ['radio', 'checkbox'])
      expect(within(screen.getByRole('group', { name: new RegExp(`^${kind}の質問`) })).getAllByRole(kind)).toHaveLength(
        3,
      );
  });

  it('A-156 K-035: a date ends with the year 9999', () => {
    show({ plan: { ...formScreen.plan, survey: surveyOf(question('date')) } });
    expect(field(/^dateの質問/).max).toBe('9999-12-31');
  });

  it('V-018 V-019 V-020 V-042: tells what is missing at each question and sends nothing', async () => {
    const survey = surveyOf(
      question('text', { required: true }),
      question('radio', { required: true }),
      question('checkbox', { minCount: 2, maxCount: 2 }),
    );
    show({ plan: { ...formScreen.plan, survey } });
    await userEvent.click(field('checkbox a'));
    await submit();
    expect(await fieldError('「textの質問」の欄に入力してください。')).toBeTruthy();
    expect(await fieldError('「radioの質問」の選択肢から選択してください。')).toBeTruthy();
    expect(await fieldError('「checkboxの質問」は2つ以上選択してください。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: '「checkboxの質問」は2つ以上選択してください。' }));
    expect(document.activeElement).toBe(field('checkbox a'));
    await userEvent.click(screen.getByRole('link', { name: '「radioの質問」の選択肢から選択してください。' }));
    expect(document.activeElement).toBe(field('radio a'));
    await userEvent.click(field('checkbox b'));
    await userEvent.click(field('checkbox c'));
    expect(await fieldError('「checkboxの質問」は2つ以内で選択してください。')).toBeTruthy();
    expect(asked('PurchaseForm')).toEqual([]);
  });

  it('one box alone is a list too', async () => {
    answer('PurchaseForm', done());
    const answerOptions = [{ optionId: 'yes', optionTitle: 'はい' }];
    show({ plan: { ...formScreen.plan, survey: surveyOf(question('checkbox', { required: true, answerOptions })) } });
    await userEvent.click(field('はい'));
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')[0]).toMatchObject({ answers: [{ questionId: 'checkbox', values: ['yes'] }] });
  });

  it('radio buttons that are passed by keyboard stay unanswered', async () => {
    answer('PurchaseForm', done());
    show({ plan: { ...formScreen.plan, survey: surveyOf(question('radio')) } });
    screen.getByLabelText('radio a').focus();
    await userEvent.tab();
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(asked('PurchaseForm')[0]).toMatchObject({ answers: [] });
  });

  it('a mistake that the server finds is shown at its question', async () => {
    answer('PurchaseForm', refused('INVALID_FORMAT', 'answers.a.b', '形式が正しくありません。'));
    const text = question('text', { questionId: 'a.b', questionTitle: 'textの質問' });
    show({ plan: { ...formScreen.plan, survey: surveyOf(question('radio'), text) } });
    await submit();
    expect(await fieldError('形式が正しくありません。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: 'textの質問：形式が正しくありません。' }));
    expect(document.activeElement).toBe(field(/^textの質問/));
  });

  it('a mistake in a question this page does not ask, because it is newer, says to reload', async () => {
    answer('PurchaseForm', refused('REQUIRED', 'answers.newer', '入力してください。'));
    show({ plan: { ...formScreen.plan, survey: surveyOf(question('radio')) } });
    await submit();
    expect(await screen.findByText(/アンケートの内容が変わりました/)).toBeTruthy();
  });

  it('a film that the member has is not ordered again, and the way to it is shown', () => {
    show({ plan: { ...formScreen.plan, ...rental, availability: 'OWNED' }, verification: rentalOrder });
    expect(screen.getByText('この作品はすでに購入またはレンタルされています。')).toBeTruthy();
    const there = screen.getByRole('link', { name: '購入・レンタルした作品を見る' });
    expect(there.getAttribute('href')).toBe('/mypage/purchases');
    expect(document.querySelector('form')).toBeNull();
  });

  it.each([
    ['ja', '視聴する', '購入・レンタルした作品を見る'],
    ['en', 'Watch', 'See what you have bought and rented'],
  ] as const)('a film that the member has and can watch has one filled button, in %s', (locale, watch, all) => {
    const plan = { ...formScreen.plan, ...rental, availability: 'OWNED', watchUrl: '/demo/watch.html' } as const;
    show({ plan, verification: rentalOrder }, { locale });
    const filled = (name: string) => screen.getByRole('link', { name }).classList.contains('button-primary');
    expect([filled(watch), filled(all)]).toEqual([true, false]);
  });

  it.each([
    [
      'ja',
      '/demo/watch.html',
      'ご契約中のプランです',
      [
        ['視聴する', '/demo/watch.html', true],
        ['契約内容', '/mypage/subscription/s-1', false],
      ],
    ],
    [
      'en',
      '/demo/watch.html',
      'You have this plan',
      [
        ['Watch', '/demo/watch.html', true],
        ['See your plan', '/mypage/subscription/s-1', false],
      ],
    ],
    ['ja', null, 'ご契約中のプランです', [['契約内容', '/mypage/subscription/s-1', true]]],
  ] as const)(
    'a plan that the member has says so and leads to it: %s, watched at %s',
    (locale, watchUrl, title, links) => {
      const plan = {
        ...formScreen.plan,
        availability: 'CONTRACT_LIMITED',
        isSubscriptionContractLimited: true,
      } as const;
      show({ plan, held: { subscriptionId: 's-1', watchUrl } }, { locale });
      expect(screen.getByText(title)).toBeTruthy();
      expect(screen.queryByText(/上限|limit/)).toBeNull();
      const shown = screen.getAllByRole('link').slice(0, -1);
      expect(
        shown.map((link) => [link.textContent, link.getAttribute('href'), link.classList.contains('button-primary')]),
      ).toEqual(links);
    },
  );

  it('answers are there again when the member comes back, and only for that member', async () => {
    answer('PurchaseForm', done());
    const survey = surveyOf(question('text'), question('checkbox'), question('radio'), question('select'));
    const { unmount } = show({ plan: { ...formScreen.plan, survey } });
    await userEvent.type(field(/^textの質問/), '灯り');
    await userEvent.click(field('checkbox c'));
    await userEvent.click(field('radio b'));
    await userEvent.selectOptions(field(/^selectの質問/), 'a');
    await submit();
    unmount();
    const again = show({ plan: { ...formScreen.plan, survey } });
    expect(field(/^textの質問/).value).toBe('灯り');
    expect([field('checkbox c').checked, field('checkbox a').checked]).toEqual([true, false]);
    expect([field('radio b').checked, field(/^selectの質問/).value]).toEqual([true, 'a']);
    again.unmount();
    show({ plan: { ...formScreen.plan, survey } }, { authId: 'somebody else' });
    expect(field(/^textの質問/).value).toBe('');
  });

  it('what is typed and chosen is there again after a reload or a change of the language, but no card', async () => {
    answer('PurchaseVerify', { result: { userErrors: [], verification: null } });
    const survey = surveyOf(question('text'));
    const changes = {
      plan: { ...formScreen.plan, survey, hasAvailableCampaign: true },
      paymentMethods: [visa],
      joinable: ['SbpsPaypay' as const],
    };
    const { unmount } = show(changes);
    await userEvent.type(field(/^textの質問/), '灯り');
    const code = (name: RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement;
    await userEvent.type(code(/^キャンペーンコード/), 'TODAIZA50');
    await userEvent.click(screen.getByRole('tab', { name: 'カード' }));
    await fillCard();
    await userEvent.click(screen.getByRole('tab', { name: 'スマホ決済' }));
    expect(Object.values(sessionStorage).join()).not.toMatch(/4111|TARO/);
    unmount();
    show(changes, { locale: 'en' });
    expect(field(/^textの質問/).value).toBe('灯り');
    expect(code(/^Campaign code/).value).toBe('TODAIZA50');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Wallet');
    expect(screen.getByRole('button', { name: /PayPay/ })).toBeTruthy();
  });
});
