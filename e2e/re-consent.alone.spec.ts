import { readFileSync } from 'node:fs';
import { inCheckout } from '../scripts/stack/checkout.mjs';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member, password } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { changeStore } from './support/staff.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// Policies that have changed since the member agreed to them, by way of another store file.

/** The name of the text that is published elsewhere. */
const external = { ja: 'メール配信について', en: 'About our emails' };

/**
 * Gives all policies another revision. Answers how to give them back the one of the store's file.
 */
function publish(revision: number): () => void {
  const [policies = ''] =
    /^policies:\n[\s\S]*?(?=\n#)/m.exec(readFileSync(inCheckout('demo/store.yaml'), 'utf8')) ?? [];
  return changeStore(policies, policies.replaceAll('revision: 1', `revision: ${revision}`));
}

walked('agree again', () => {
  test('A-192 X-018 R-103 S-113 V-122 C-100 E-092 E-093: a member agrees to what has changed, before anything else in My Page', async ({
    page,
    hands,
    say,
    lang,
    signedIn,
  }) => {
    await signedIn();
    const changeBack = publish(2);
    try {
      await page.goto('/mypage/edit');
      await hands.arrived('reConsent:title');
      await expect(page).toHaveURL('/mypage/re-consent?returnTo=%2Fmypage%2Fedit');
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);
      const submit = page.getByRole('button', { name: say('reConsent:agree'), exact: true });
      await expect(submit).toBeDisabled();
      await hands.readPolicies();
      await expect(submit).toBeEnabled();

      const box = page.getByRole('main').getByRole('checkbox');
      const missing = say('common:policy.required', { title: external[lang] });
      await hands.unchoose(box);
      await hands.press('reConsent:agree');
      await expect(box).toBeFocused();
      await expect(box).toHaveAccessibleDescription(missing);
      await expectAccessible(page);
      await hands.choose(box);
      await expect(page.getByText(missing)).toHaveCount(0);

      publish(3);
      await hands.press('reConsent:agree');
      const dialog = page.getByRole('dialog', { name: say('reConsent:changed.title') });
      const reload = dialog.getByRole('button', { name: say('reConsent:changed.reload') });
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      await expectFits320(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await expect(reload).toBeFocused();
      await hands.on(reload);
      await expect(dialog).toHaveCount(0);
      await hands.arrived('reConsent:title');
      await hydrated(page);
      await expect(submit).toBeDisabled();
      await hands.readPolicies();
      await hands.press('reConsent:agree');
      await hands.arrived('registration:edit.title');
      await expect(page).toHaveURL('/mypage/edit');
    } finally {
      changeBack();
    }
  });
});

test('A-192: logging in leads there, ordering asks for it, and leaving and logging out stay open', async ({
  page,
  say,
}) => {
  const member = await Member.create();
  const changeBack = publish(2);
  try {
    await page.goto('/login?returnTo=%2Fplans%2Fstandard');
    await hydrated(page);
    await page.getByLabel(say('login:identifier'), { exact: true }).fill(member.email);
    await page.getByLabel(say('login:password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: say('login:submit') }).click();
    await expect(heading(page, say('reConsent:title'))).toBeVisible();
    await expect(page).toHaveURL('/mypage/re-consent?returnTo=%2Fplans%2Fstandard');
    await page.getByRole('link', { name: say('reConsent:otherwise.withdraw') }).click();
    await expect(heading(page, say('withdraw:title'))).toBeVisible();
    await page.goto('/mypage');
    await page.getByRole('link', { name: say('reConsent:otherwise.logout') }).click();
    await expect(page).toHaveURL('/logout');
    await expect(heading(page, say('reConsent:title'))).toHaveCount(0);
  } finally {
    changeBack();
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('R-103: the changed policies can be read', async ({ page, say, become }) => {
    const member = await Member.create();
    const changeBack = publish(2);
    try {
      await become(member);
      await page.goto('/mypage');
      await expect(heading(page, say('reConsent:title'))).toBeVisible();
      await expect(page.getByRole('main').getByRole('region')).toHaveCount(2);
      await expect(page.getByText(say('reConsent:otherwise.text'))).toBeVisible();
    } finally {
      changeBack();
    }
  });
});
