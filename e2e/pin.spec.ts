import { site } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import { Member } from './support/member.ts';
import { allowAll, userInfo } from './support/oidc.ts';
import { walked } from './support/pairs.ts';
import { mailTo } from './support/sandbox.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// The PIN that protects a profile in the TV app: set in My Page, checked by the app.

/** What the app on the television is told of the digits. */
async function checked(access: string, pinCode: string): Promise<[number, string | undefined]> {
  const answer = await fetch(`${site}/oidc/pin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pinCode }),
  });
  const body = (await answer.json()) as { error?: string };
  return [answer.status, body.error];
}

walked('set the PIN', () => {
  test('X-026 R-099 R-100 L-112 L-113 L-114 L-115 L-116 L-117 L-118 S-098 S-099 S-103 S-106 V-121 C-098: the PIN is set in My Page, and the TV app checks it', async ({
    page,
    hands,
    lang,
    say,
    become,
  }) => {
    const member = await Member.create({ locale: lang });
    const { access } = await allowAll(member.visitor, 'pin');
    expect((await userInfo(access)).status).toBe(403);
    expect(await checked(access, '0420')).toEqual([409, 'pin_not_set']);
    await become(member);
    await page.goto('/mypage');
    await hands.arrived('mypage:title');
    await hands.on(page.getByRole('main').getByRole('link', { name: say('mypage:menu.pinCode') }));
    await hands.arrived('pin:form.title');
    await expect(page).toHaveURL('/mypage/pin-code');
    await hydrated(page);
    await expect(page.getByText(say('pin:form.note'))).toBeVisible();

    const first = page.getByRole('group', { name: say('pin:form.new'), exact: true }).locator('input');
    const second = page.getByRole('group', { name: say('pin:form.confirm'), exact: true }).locator('input');
    const types = () =>
      first.or(second).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).type === 'text'));
    const submit = page.getByRole('button', { name: say('pin:form.submit'), exact: true });
    await expect(first).toHaveCount(4);
    await expect(second).toHaveCount(4);
    await hands.type(first.nth(0), '0');
    await page.keyboard.type('4200');
    expect(await types()).toEqual([false, false, false, false, false, true, false, false]);
    await page.keyboard.type('42');
    await expect(submit).toBeDisabled();
    await page.keyboard.type('1');
    await hands.press('pin:form.submit');
    const line = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: say('pin:errors.pin.MISMATCH') });
    await expect(line).toBeVisible();
    await expect(first.nth(0)).toBeFocused();
    await expectAccessible(page);
    await hands.type(second.nth(3), '0');
    await expect(line).toHaveCount(0);
    await hands.press('pin:form.submit');

    await hands.arrived('pin:set.title');
    await expect(page).toHaveURL('/mypage/pin-code/complete');
    expect(await checked(access, '0421')).toEqual([422, 'wrong_pin']);
    expect(await checked(access, '0420')).toEqual([200, undefined]);
    await mailTo(member.email, lang === 'ja' ? /PINコードを設定しました/ : /your PIN was set/);
    await hands.on(page.getByRole('link', { name: say('pin:toMypage') }));
    await expect(page).toHaveURL('/mypage');
    await page.goto('/mypage/pin-code');
    await expect(page.getByText(say('pin:form.replaces'))).toBeVisible();
    await expectAccessible(page);
  });
});

test('E-087 S-100 S-101 S-102 S-104 S-105 S-107: boxes take digits and a paste of four; a failure is told, and the second try works', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/mypage/pin-code');
  await hydrated(page);
  const boxes = page.getByRole('main').locator('fieldset input');
  const digits = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value || '_').join(''));
  const paste = (at: number, text: string) =>
    boxes.nth(at).evaluate((box, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      box.focus();
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await boxes.nth(0).click();
  await page.keyboard.type('1x２3');
  expect(await digits()).toBe('123_____');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  expect(await digits()).toBe('12______');
  await expect(boxes.nth(1)).toBeFocused();
  for (const wrong of ['042', '04200', '04 2', '04a0']) await paste(0, wrong);
  expect(await digits()).toBe('12______');
  await paste(0, '0420');
  await expect(boxes.nth(4)).toBeFocused();
  await paste(4, '0420');
  expect(await digits()).toBe('04200420');

  let answered = () => {};
  const asked = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('SetPinCode')) return route.continue();
    await asked;
    await route.fulfill({ status: 500, body: '' });
  });
  const submit = page.getByRole('main').locator('button[type=submit]');
  await submit.click();
  await expect(submit).toHaveText(new RegExp(say('common:working')));
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  answered();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveText(say('pin:failed'));
  await expect(submit).toBeEnabled();
  await expect(submit).not.toHaveAttribute('aria-disabled');
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: say('pin:form.submit') }).click();
  await expect(heading(page, say('pin:set.title'))).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('L-116: the page can be read, and says what it needs', async ({ page, say, signedIn }) => {
    await signedIn();
    await page.goto('/mypage/pin-code');
    await expect(heading(page, say('pin:form.title'))).toBeVisible();
    await expect(page.getByText(say('pin:form.note'))).toBeVisible();
    expect(await page.getByRole('main').locator('noscript').innerHTML()).toContain(say('common:needsScript'));
    await page.setViewportSize({ width: 320, height: 640 });
    const [box, button] = await Promise.all([
      page.getByRole('main').locator('fieldset input').nth(3).boundingBox(),
      page.getByRole('main').locator('button[type=submit]').boundingBox(),
    ]);
    const right = (part: typeof box) => (part?.x ?? 0) + (part?.width ?? 0);
    expect(right(box), 'the boxes stay in the column of the form').toBeLessThanOrEqual(right(button));
    await expect(page.getByRole('main').locator('fieldset input')).toHaveCount(8);
  });
});
