import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hydrated } from './arrival.ts';
import type { Hands } from './hands.ts';
import { mailTo } from './sandbox.ts';
import { type Locale, say as sayIn } from './words.ts';

/** What the demo store calls its codes, and the head of their fields. */
const codes = {
  login: { ja: ['ログインコード', 'ログインコード'], en: ['login code', 'Login code'] },
  factor: {
    ja: ['多要素認証コード', '多要素認証コード'],
    en: ['multi-factor code', 'Multi-factor code'],
  },
  withdraw: { ja: ['退会確認コード', '退会確認コード'], en: ['account closing code', 'Account closing code'] },
  proof: { ja: ['認証コード', '認証コード'], en: ['verification code', 'Verification code'] },
} as const;
export type Code = keyof typeof codes;

export const codeNamed = (kind: Code, lang: Locale): string => codes[kind][lang][0];
export const codeField = (kind: Code, lang: Locale): string => codes[kind][lang][1];

/** Presses the button with these words. */
export const press = (page: Page, lang: Locale, key: string, values = {}) =>
  page.getByRole('button', { name: sayIn(lang, key, values), exact: true }).click();

/** The button of the open dialog that decides it. */
export const dialogButton = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** The code of the kind that came by mail. */
export async function codeIn(kind: Code, lang: Locale, address: string): Promise<string> {
  const { text } = await mailTo(address, new RegExp(codeNamed(kind, lang)));
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '';
}

/** Fills the field in sight with the code of the kind that came by mail, which sends itself. */
export async function enterCode(page: Page, lang: Locale, kind: Code, address: string): Promise<void> {
  await hydrated(page);
  await page.getByLabel(codeField(kind, lang), { exact: true }).fill(await codeIn(kind, lang, address));
}

/** The secret for an authenticator app, as the page shows it to be typed. */
export async function shownSecret(page: Page): Promise<string> {
  return ((await page.locator('main code').first().textContent()) ?? '').replace(/\s/g, '');
}

/** The address of a link in a mail, as a path of the site. */
export async function mailedLink(address: string, subject: RegExp): Promise<string> {
  const { text } = await mailTo(address, subject);
  const url = /https?:\/\/\S+token=\S+/.exec(text)?.[0];
  if (!url) throw new Error(`There is no link in the mail to ${address}.`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The link to a new password that was mailed. */
export const resetLink = (address: string, lang: Locale) =>
  mailedLink(address, lang === 'ja' ? /パスワード/ : /password/i);

/** A person at a provider: no other test of this run has the same. */
export const freshSubject = () => `s${randomBytes(6).toString('hex')}`;

/** Chooses who signs in on the sandbox's page of a provider. */
export async function chooseAtProvider(page: Page, who: 'taro' | 'hanako' | 'jiro' | 'new' | 'deny'): Promise<void> {
  await page.getByTestId(`idp-${who}`).click();
}

/** Signs in at the provider as a person whom no other test of this run has. */
export async function signInAtProvider(
  hands: Hands,
  person: { subject: string; email?: string; verified?: boolean },
): Promise<void> {
  const { page } = hands;
  await hands.on(page.locator('summary'));
  await hands.type(page.getByTestId('idp-subject'), person.subject);
  if (person.email) await hands.type(page.getByTestId('idp-email'), person.email);
  if (person.verified) await hands.choose(page.getByTestId('idp-verified'));
  await hands.on(page.getByTestId('idp-custom'));
}
