import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { freshEmail } from './member.ts';
import { now } from './sandbox.ts';
import { invited } from './staff.ts';
import { expect, heading, hydrated } from './test.ts';
import { totp } from './totp.ts';

export type Say = (key: string) => string;

/** What somebody of the staff logs in and confirms with. */
export type Colleague = { secret: string; key: string };

/** Somebody is invited and sets what they log in with, and so is logged in. */
export async function enrol(page: Page, say: Say, role: string): Promise<Colleague> {
  const secret = `long ${freshEmail()}`;
  const press = (key: string) => page.getByRole('button', { name: say(key), exact: true }).click();
  const fill = (key: string, value: string) => page.getByLabel(say(key), { exact: true }).fill(value);
  await page.goto(invited(freshEmail('staff'), role));
  await hydrated(page);
  await expectAccessible(page);
  await fill('staff:password', 'too short');
  await press('staff:invite.next');
  await expect(page.getByLabel(say('staff:password'), { exact: true })).toBeFocused();
  await fill('staff:password', secret);
  await press('staff:invite.next');
  const key = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await expectAccessible(page);
  await fill('staff:code', totp(key, await now()));
  await press('staff:invite.button');

  await expect(heading(page, say('desk:find.title'))).toBeVisible();
  return { secret, key };
}

/** An act on the page of a member, opened by the keyboard. */
export async function openAct(page: Page, name: string) {
  const act = page.locator(`#${name}`);
  await act.locator('summary').press('Enter');
  return act;
}
