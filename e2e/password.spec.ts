import { site } from './harness/addresses.ts';
import { resetLink } from './support/identity.ts';
import { Member, password, visitorAt } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { mailTo } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

const another = 'another9sesame';

walked('reset the password', () => {
  test('X-005 X-053 S-032 R-039 R-040 R-042 R-043 K-009: a forgotten password is set anew by a mailed link, once', async ({
    page,
    hands,
    lang,
    say,
  }) => {
    const member = await Member.create({ locale: lang });
    await page.goto('/login');
    await hands.arrived('login:title');
    await hands.follow(say('login:forgot'));
    await hands.arrived('password:forgot.title');
    await hands.fill(say('password:forgot.email'), member.email);
    await hands.press('password:forgot.submit');
    await hands.arrived('password:sent.title');
    await expect(page.getByText(say('password:sent.late'))).toBeVisible();

    const link = await resetLink(member.email, lang);
    await page.goto(link);
    await hands.arrived('password:reset.title');
    await hands.fill(say('password:new'), another);
    await hands.fill(say('password:confirm'), another);
    await hands.press('password:reset.submit');
    await hands.arrived('password:resetDone.title');
    await expect(page).toHaveURL('/password/reset/complete');

    await page.goto('/login');
    await logIn(page, lang, member.email, password);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await logIn(page, lang, member.email, another);
    await expect(heading(page, say('mypage:title'))).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('S-032 P-02: a visitor who came for a plan and has forgotten the password comes out at its form', async ({
  page,
  context,
  lang,
  say,
}) => {
  const member = await Member.create({ locale: lang });
  await page.goto('/plans/standard');
  await page.getByRole('link', { name: say('purchase:offer.login'), exact: true }).click();
  await expect(heading(page, say('login:title'))).toBeVisible();
  await page.getByRole('link', { name: say('login:forgot'), exact: true }).click();
  await expect(heading(page, say('password:forgot.title'))).toBeVisible();
  await page.getByLabel(say('password:forgot.email')).fill(member.email);
  await page.getByRole('button', { name: say('password:forgot.submit'), exact: true }).click();
  await expect(heading(page, say('password:sent.title'))).toBeVisible();

  const tab = await context.newPage(); // in which the mail opens its link
  await tab.goto(await resetLink(member.email, lang));
  await tab.getByLabel(say('password:new'), { exact: true }).fill(another);
  await tab.getByLabel(say('password:confirm'), { exact: true }).fill(another);
  await tab.getByRole('button', { name: say('password:reset.submit'), exact: true }).click();
  await expect(heading(tab, say('password:resetDone.title'))).toBeVisible();
  await tab.getByRole('link', { name: say('password:toLogin'), exact: true }).click();
  await expect(tab).toHaveURL('/login?returnTo=%2Fplans%2Fstandard');
  await logIn(tab, lang, member.email, another);
  await expect(heading(tab, say('purchase:form.title'))).toBeVisible();
  await expect(tab).toHaveURL('/plans/standard');
});

walked('change the password', () => {
  test('X-011 X-053 R-092 R-093 E-082 E-081 V-103: the password is changed; the old one has to be right, the new one new', async ({
    page,
    hands,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    const elsewhere = await member.elsewhere();
    await page.goto('/mypage/password/edit');
    await hands.arrived('password:edit.title');
    const fill = async (old: string, fresh: string) => {
      await hands.fill(say('password:old'), old);
      await hands.fill(say('password:new'), fresh);
      await hands.fill(say('password:confirm'), fresh);
      await hands.press('password:edit.submit');
    };
    await fill('not-the-1-password', another);
    await expect(page.getByLabel(say('password:old'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await fill(password, another);
    await hands.arrived('password:edited.title');
    await mailTo(member.email, lang === 'ja' ? /パスワード/ : /password/i);
    expect((await elsewhere.get('/mypage/screen-data')).body.redirectTo).toContain('/login');
    await page.goto('/mypage');
    await expect(heading(page, say('mypage:title'))).toBeVisible();
  });
});

test('R-038 R-041: the old addresses lead to the new ones, with their query', async () => {
  const visitor = new Visitor();
  expect(await visitor.follow('/forgetpassword?from=mail')).toBe(`${site}/password/forgot?from=mail`);
  expect(await visitor.follow('/newpassword?token=x')).toBe(`${site}/password/reset?token=x`);
});

test('security 8: the change takes a password by paste and from a manager, and shows it by a real button', async ({
  page,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/mypage/password/edit');
  await hydrated(page);
  const inputs = page.locator('input[type=password]');
  await expect(inputs).toHaveCount(3);
  for (const input of await inputs.elementHandles()) {
    const pasted = await input.evaluate((element) =>
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(pasted, 'nothing stops a paste').toBe(true);
  }
  for (const [i, purpose] of ['current-password', 'new-password', 'new-password'].entries()) {
    const input = inputs.nth(i);
    await expect(input).toHaveAttribute('autocomplete', purpose);
    const reveal = input.locator('xpath=following-sibling::button');
    await expect(reveal).toHaveAttribute('type', 'button');
    await expect(reveal).toHaveAccessibleName(/\S/);
    await input.fill('Pasted 1 secret');
    const id = await input.getAttribute('id');
    await reveal.press('Enter');
    await expect(page.locator(`[id="${id}"]`)).toHaveAttribute('type', 'text');
    await page.locator(`[id="${id}"]`).locator('xpath=following-sibling::button').press('Space');
    await expect(page.locator(`[id="${id}"]`)).toHaveAttribute('type', 'password');
    await expect(page.locator(`[id="${id}"]`)).toHaveValue('Pasted 1 secret');
  }
});

const entries = [
  { at: 'the login', open: async () => ({ visitor: new Visitor(), path: '/login' }), fields: ['current-password'] },
  {
    at: 'the sign-up',
    open: async () => ({ ...(await visitorAt('form')), path: '/signup/form' }),
    fields: ['new-password', 'new-password'],
  },
  {
    at: 'the change of the user ID',
    open: async () => ({ visitor: (await Member.create()).visitor, path: '/mypage/user-id/edit' }),
    fields: ['current-password'],
  },
  { at: 'the reset', open: reset, fields: ['new-password', 'new-password'] },
];

async function reset() {
  const { email } = await Member.create();
  const visitor = new Visitor('ja');
  await visitor.must('POST', '/zapi/auth/password/forgot', { email });
  return { visitor, path: await resetLink(email, 'ja') };
}

for (const { at, open, fields } of entries) {
  test(`security 8: ${at} has the same fields for a password, with their purposes`, async () => {
    const { visitor, path } = await open();
    const { text } = await visitor.get(path);
    const found = [...text.matchAll(/(<input[^>]*type="password"[^>]*>)(<button type="button"[^>]*>)/g)];
    expect(found.map(([field]) => /autocomplete="([^"]*)"/i.exec(field)?.[1])).toEqual(fields);
    for (const [, , button] of found) expect(button).toMatch(/aria-label="[^"]+"/);
    if (path === '/login') expect(text.match(/<input[^>]*autocomplete="username(?: webauthn)?"/gi)).toHaveLength(1);
  });
}
