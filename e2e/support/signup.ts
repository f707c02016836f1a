import { expect, type Page } from '@playwright/test';
import { password } from './member.ts';
import { mailedCode, mailedCodes } from './sandbox.ts';
import { heading, hydrated } from './test.ts';
import { codeLabel, codeName, type Locale, say as sayIn } from './words.ts';

/** Reads every text to its end and ticks every other one, as the button under them asks for. */
export async function readPolicies(page: Page): Promise<void> {
  for (const text of await page.locator('main [role=region][tabindex="0"]').all()) {
    await text.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  }
  for (const tick of await page.locator('main').getByRole('checkbox').all()) await tick.check();
}

/**
 * The sign-up by email, page by page, as a visitor does it; ends on the page that says it is done.
 */
export async function signUp(page: Page, lang: Locale, email: string): Promise<void> {
  await page.goto('/signup');
  await goOnSigningUp(page, lang, email, async () => {});
}

/**
 * The same from the first page, which is in sight; `looked` looks at each page before it is
 * filled in.
 */
export async function goOnSigningUp(
  page: Page,
  lang: Locale,
  email: string,
  looked: () => Promise<void>,
): Promise<void> {
  await beginSigningUp(page, lang, email, looked);
  await endSigningUp(page, lang, looked);
}

/** Its pages up to the form. */
export async function beginSigningUp(
  page: Page,
  lang: Locale,
  email: string,
  looked: () => Promise<void>,
): Promise<void> {
  const { say, press } = doing(page, lang);
  await expect(heading(page, say('signup:policy.title'))).toBeVisible();
  await looked();
  await readPolicies(page);
  await press('signup:policy.agree');

  const before = (await mailedCodes(email)).length;
  await expect(heading(page, say('signup:email.title'))).toBeVisible();
  await looked();
  await page.getByLabel(say('signup:email.email'), { exact: true }).fill(email);
  await page.getByLabel(say('signup:email.emailConfirm'), { exact: true }).fill(email);
  await press('signup:email.send');

  await expect(heading(page, say('signup:pinCode.title'))).toBeVisible();
  await looked();
  await hydrated(page);
  await page.getByLabel(codeLabel[lang], { exact: true }).fill(await mailedCode(email, before));
  await expect(heading(page, say('signup:form.title'))).toBeVisible();
}

/** Its pages from the form on, which is in sight. */
export async function endSigningUp(page: Page, lang: Locale, looked: () => Promise<void>): Promise<void> {
  const { say, press } = doing(page, lang);
  await expect(heading(page, say('signup:form.title'))).toBeVisible();
  await looked();
  await fillForm(page, lang);
  await press('signup:form.submit');

  await expect(heading(page, say('signup:confirm.title'))).toBeVisible();
  await looked();
  await press('signup:confirm.register');
  await expect(heading(page, say('signup:complete.title'))).toBeVisible();
}

function doing(page: Page, lang: Locale) {
  const say = (key: string) => sayIn(lang, key, { code: codeName[lang] });
  const press = (key: string) => page.getByRole('button', { name: say(key), exact: true }).click();
  return { say, press };
}

/** What the demo store's form insists on, and a little more. */
export const typed = { familyName: '灯台', givenName: '花子', nickname: 'はなこ', birthday: '1992/02/29' };

export async function fillForm(page: Page, lang: Locale): Promise<void> {
  const labelled = (key: string) => page.getByLabel(sayIn(lang, key), { exact: true });
  const field = (name: string) => labelled(`registration:fields.${name}`);
  await labelled('signup:fields.password').fill(password);
  await labelled('signup:fields.passwordConfirm').fill(password);
  await field('familyName').fill(typed.familyName);
  await field('givenName').fill(typed.givenName);
  await field('nickname').fill(typed.nickname);
  await field('birthday').fill(typed.birthday);
}

/** Fills in the login page in sight and sends it. */
export async function logIn(page: Page, lang: Locale, identifier: string, secret = password): Promise<void> {
  await page.getByLabel(sayIn(lang, 'login:identifier'), { exact: true }).fill(identifier);
  await page.getByLabel(sayIn(lang, 'login:password'), { exact: true }).fill(secret);
  await page.getByRole('button', { name: sayIn(lang, 'login:submit'), exact: true }).click();
}
