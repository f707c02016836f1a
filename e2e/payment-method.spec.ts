import { sandbox } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import { fillCard, turnTo } from './support/checkout.ts';
import { cards } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

walked('change the wallet', () => {
  test('X-053 R-075 R-076 R-077 L-069 L-070 L-071 X-017: a card is added by way of the bank, becomes the default, and the other one goes', async ({
    page,
    hands,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    const old = await member.registerCard();
    await page.goto('/mypage/payment-method');
    await hands.arrived('payment:wallet.title');
    const named = (suffix: string) => ({ method: say('payment:named', { name: 'Visa', suffix }) });
    const row = (suffix: string) => page.getByRole('listitem').filter({ hasText: suffix });
    const isDefault = (suffix: string) => row(suffix).getByText(say('payment:wallet.default'), { exact: true });
    await expect(isDefault('1111')).toBeVisible();

    await page.locator('main summary').click();
    await fillCard(page, cards.challenged);
    await hands.press('payment:add.button');
    await page.waitForURL(`${sandbox}/tds/*`);
    await page.getByTestId('tds-success').click();
    await hands.arrived('payment:complete.title');
    await hands.follow(say('payment:toMethods'));
    await hands.arrived('payment:wallet.title');
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('3220');
    await expectAccessible(page);

    await expect(isDefault('3220')).toBeVisible();
    await hands.press('payment:wallet.setDefaultOf', named('1111'));
    await expect(isDefault('1111')).toBeVisible();
    await expect(isDefault('3220')).toHaveCount(0);
    await hands.press('payment:wallet.setDefaultOf', named('3220'));
    await expect(isDefault('3220')).toBeVisible();

    await hands.press('payment:wallet.deleteOf', named('1111'));
    await expectAccessible(page);
    await hands.decide('common:cancel');
    await hands.press('payment:wallet.deleteOf', named('1111'));
    await hands.decide('payment:wallet.delete');
    await hands.arrived('payment:deleted.title');
    await hands.follow(say('payment:toMethods'));
    await hands.arrived('payment:wallet.title');
    await expect(row('1111')).toHaveCount(0);
    await expect(isDefault('3220')).toBeVisible();
    expect(await member.paymentMethods()).not.toContain(old);

    await page.goto('/plans/standard');
    await expect(page.getByRole('radio', { name: /Visa.*3220/ })).toBeChecked();
  });
});

test('P-013 E-070: the card of a contract stays, and a refused bank page adds none', async ({
  page,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await member.buy('standard', await member.registerCard());
  await page.goto('/mypage/payment-method');
  await expect(page.getByText(say('payment:wallet.used'), { exact: true })).toBeVisible();
  await expect(page.getByText(say('payment:wallet.usedHint'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(say('payment:wallet.delete')) })).toHaveCount(0);
  await page.locator('main summary').click();
  await fillCard(page, cards.challenged);
  await page.getByRole('button', { name: say('payment:add.button'), exact: true }).click();
  await page.waitForURL(`${sandbox}/tds/*`);
  await page.getByTestId('tds-fail').click();
  await expect(heading(page, say('payment:wallet.title'))).toBeVisible();
  await expect(page.getByText(/カードは登録されていません。/)).toBeVisible();
  expect(await member.paymentMethods()).toHaveLength(1);
});

for (const [name, from, to, title] of [
  ['the wallet', '/mypage', '/mypage/payment-method', 'payment:wallet.title'],
  ['the purchase form', '/plans', '/plans/standard', 'purchase:form.title'],
] as const) {
  test(`${name} asks for no more with ten kinds than with one, until one is chosen`, async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    await signedIn();
    const isForm = title === 'purchase:form.title';
    const docomo = say('payment:types.SbpsDocomo');
    const kinds = isForm
      ? page.locator('input[name="paymentMethodId"]:enabled')
      : page.getByRole('button', { name: new RegExp(say('payment:join.button', { name: '' })) });
    let asked = new Set<string>();
    // What the page before asks for by itself, perhaps only after it was left: My Page asks the
    // device whether it has passkeys.
    const before = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().includes('/_next/data/')) asked.add(request.url());
    });
    /**
     * Turns to the page as a store has it that takes so many kinds apart from cards: what it asks
     * for.
     */
    const opened = async (most: number) => {
      await page.route('**/_next/data/**', async (route) => {
        const answer = await route.fetch();
        const json = JSON.parse(await answer.text(), (key, value) =>
          ['joinable', 'linked', 'ordered'].includes(key) ? value.slice(0, most) : value,
        );
        await route.fulfill({ response: answer, json });
      });
      await page.mouse.move(0, 0); // away from the link that was followed before
      asked = new Set();
      await page.goto(from);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      for (const url of asked) before.add(url);
      asked = new Set();
      await page.locator(`main a[href="${to}"]:visible`).first().click();
      await expect(heading(page, say(title))).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.unroute('**/_next/data/**');
      return [...asked].sort();
    };
    const one = await opened(1);
    const few = await kinds.count();
    const ten = await opened(10);
    expect(await kinds.count()).toBeGreaterThan(few + 4);
    const own = (urls: string[]) => urls.filter((url) => !before.has(url));
    expect(own(ten).length).toBeGreaterThan(0);
    // The first of the two may have asked for something that the page before was slow to ask for.
    expect(own(ten).filter((url) => !one.includes(url))).toEqual([]);

    if (isForm) {
      await turnTo(page, lang, 'carrier');
      await page.getByRole('radio', { name: say('purchase:form.newOf', { name: docomo }) }).check();
    }
    await page.route(`${sandbox}/**`, (route) => route.abort());
    const chosen = page.getByRole('button', {
      name: say(isForm ? 'purchase:form.toProvider' : 'payment:join.button', { name: docomo }),
      exact: true,
    });
    const leaving = page.waitForEvent('requestfailed', (request) => request.url().startsWith(sandbox));
    await chosen.click();
    await leaving;
    expect([...asked].filter((url) => url.endsWith('.js') && !ten.includes(url)).length).toBeGreaterThan(0);
  });
}
