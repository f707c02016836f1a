import { expect, type Page } from '@playwright/test';
import { heading } from './test.ts';
import { type Locale, say as sayIn } from './words.ts';

const year = String(new Date().getFullYear() + 5).slice(-2);

/**
 * Types a card into the fields of a new one, which say what they are for to a browser that
 * fills them.
 */
export async function fillCard(page: Page, number: string, securityCode = '123'): Promise<void> {
  const field = (purpose: string) => page.locator(`[autocomplete="cc-${purpose}"]`);
  await field('number').fill(number);
  await field('exp').fill(`12/${year}`);
  await field('csc').fill(securityCode);
  await fillHolder(page);
}

/**
 * Types the name on the card, which 3-D Secure asks for with a new card, and with every order that
 * costs something and is paid with a card that was registered before.
 */
export async function fillHolder(page: Page): Promise<void> {
  await page.locator('[autocomplete="cc-name"]').fill('HANAKO TODAI');
}

/** Turns to one of the tabs of a form's ways to pay. */
export const turnTo = (page: Page, lang: Locale, tab: 'registered' | 'card' | 'wallet' | 'carrier') =>
  page.getByRole('tab', { name: sayIn(lang, `purchase:form.tabs.${tab}`), exact: true }).click();

/** From a plan's form with a new card to its confirm page; the card's 3-D Secure passes unseen. */
export async function toConfirmWithNewCard(page: Page, lang: Locale, planId: string, number: string): Promise<void> {
  await page.goto(`/plans/${planId}`);
  await fillCard(page, number);
  await registerCard(page, lang);
  await atConfirm(page, lang);
}

export const registerCard = (page: Page, lang: Locale) =>
  page.getByRole('button', { name: sayIn(lang, 'purchase:form.registerCard'), exact: true }).click();

/** From a plan's form, with what is chosen there, to its confirm page. */
export async function toConfirm(page: Page, lang: Locale): Promise<void> {
  await page.getByRole('button', { name: sayIn(lang, 'purchase:form.toConfirm'), exact: true }).click();
  await atConfirm(page, lang);
}

/** The confirm page is there; after a card was added the form goes on to it by itself. */
export async function atConfirm(page: Page, lang: Locale): Promise<void> {
  await expect(heading(page, sayIn(lang, 'purchase:confirm.title'))).toBeVisible();
}

/** The one button of the confirm page that orders; its words name the price. */
export function orderButton(page: Page) {
  return page.locator('main form').getByRole('button').last();
}

/**
 * Orders on the confirm page. What the bank then wants depends on the card and on what is scripted.
 */
export async function placeOrder(page: Page): Promise<void> {
  if (await page.locator('[autocomplete="cc-name"]').isVisible()) await fillHolder(page);
  await orderButton(page).click();
}
