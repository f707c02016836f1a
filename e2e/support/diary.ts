import { expect, type Page } from '@playwright/test';
import { sandbox } from '../harness/addresses.ts';
import type { Member } from './member.ts';
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

/** A member who has let シネマ手帖 know what they may watch, which shows what it hears. */
export async function watched(page: Page, lang: Locale, signedIn: () => Promise<Member>) {
  const member = await signedIn();
  const card = await member.registerCard();
  await askDiary(page);
  await allow(page, lang);
  await inDiary(page, /^観られる作品・プラン/).click();
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  await page.goto(`${apps}/app/watching`);
  const heard = page.getByRole('region', { name: '届いた知らせ' });
  await expect(heard).toContainText('まだ届いていません');
  return { member, card, heard: heard.getByRole('article'), now: page.getByRole('region', { name: 'いま' }) };
}
