import { expect, type Page } from '@playwright/test';
import { sandbox } from '../harness/addresses.ts';
import { type Locale, say } from './words.ts';

/** Where the sandbox's apps live: at another host than the site, as other companies' apps do. */
export const apps = sandbox.replace('://localhost', '://127.0.0.1');

/** The button of シネマ手帖 with these words. */
export const inDiary = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** Opens シネマ手帖 and asks to log in. */
export async function askDiary(page: Page): Promise<void> {
  await page.goto(`${apps}/app`);
  await inDiary(page, /^会員サービスでログインする/).click();
}

/** Allows what an app asks for. */
export async function allow(page: Page, lang: Locale): Promise<void> {
  await expect(page).toHaveURL(/\/oidc\/consent\?/);
  await page.getByRole('button', { name: say(lang, 'oidc:consent.allow'), exact: true }).click();
}

/** シネマ手帖 knows who is there. */
export async function expectKnown(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${nickname} さん`) })).toBeVisible();
}
