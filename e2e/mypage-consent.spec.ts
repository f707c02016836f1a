import { expectAccessible } from './support/axe.ts';
import { Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, hydrated, test } from './support/test.ts';

// Newsletters and privacy in My Page: what a member agrees to, and refuses again.

const titles = {
  ja: { newsletter: ['新着作品のお知らせ', 'キャンペーンのお知らせ'], privacy: 'おすすめ作品への視聴履歴の利用' },
  en: { newsletter: ['New films', 'Offers'], privacy: 'Suggestions from what you watch' },
} as const;

walked('answer consents', () => {
  test('X-025 R-097 R-098 C-096 L-102 L-103 L-104 L-106 L-107 L-108 L-109 S-095 S-096: a newsletter is agreed to and refused, a use of data is agreed to', async ({
    page,
    hands,
    lang,
    say,
    signedIn,
  }) => {
    await signedIn();
    await page.goto('/mypage');
    await hands.arrived('mypage:title');
    await hands.on(page.getByRole('main').getByRole('link', { name: say('mypage:menu.newsletter') }));
    await hands.arrived('consent:newsletter.title');
    await expect(page).toHaveURL('/mypage/consent?type=newsletter');
    await hydrated(page);

    const names = titles[lang].newsletter;
    const first = page.getByRole('switch', { name: names[0], exact: true });
    const badge = page.getByRole('listitem').filter({ has: first });
    const told = page.locator('[aria-live=polite]').getByText(say('consent:done'), { exact: true });
    await expect(page.getByRole('switch')).toHaveCount(names.length);
    await expect(first).not.toBeChecked();
    await expect(badge).toContainText(say('consent:disabled'));
    await hands.flip(first);
    await expect(first).toBeChecked();
    await expect(badge).toContainText(say('consent:enabled'));
    await expect(told).toBeVisible();
    await expect(first).toBeFocused(); // the switch is not taken away from the keyboard while it waits
    await expectAccessible(page);
    await expect(told).toHaveCount(0);
    await page.reload();
    await hands.ready();
    await expect(first).toBeChecked();
    await hands.flip(first);
    await expect(first).not.toBeChecked();
    await expect(badge).toContainText(say('consent:disabled'));

    await page.goto('/mypage');
    await hands.ready();
    await hands.on(page.getByRole('main').getByRole('link', { name: say('mypage:menu.privacy') }));
    await hands.arrived('consent:privacy.title');
    await expect(page).toHaveURL('/mypage/consent?type=privacy');
    await expect(page.getByRole('heading', { name: say('consent:privacy.notes') })).toBeVisible();
    const use = page.getByRole('switch', { name: titles[lang].privacy, exact: true });
    await hands.flip(use);
    await expect(use).toBeChecked();
    await test.step('U-31: where colours are forced, the thumb is seen on its place', async () => {
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
      const [thumb, place] = await use.evaluate((control) =>
        ['::before', null].map((part) => getComputedStyle(control, part).backgroundColor),
      );
      expect(thumb).not.toBe(place);
      await page.emulateMedia({ forcedColors: null, reducedMotion: null });
    });
    await page.goto('/mypage/consent');
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(0);
  });
});

test('E-085 E-086 S-094 S-097: a switch waits for its answer; one that fails or is lost is told, and the second try works', async ({
  page,
  say,
  watch,
  signedIn,
}) => {
  watch.allow(/the consent could not be changed/);
  await signedIn();
  await page.goto('/mypage/consent?type=newsletter');
  await hydrated(page);
  const one = page.getByRole('switch').first();
  let answered = () => {};
  const asked = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('AnswerConsent')) return route.continue();
    await route.fetch(); // it is kept, but the answer is lost
    await asked;
    await route.fulfill({ status: 500, body: '' });
  });
  await one.click();
  await expect(one).toHaveAttribute('aria-disabled', 'true');
  for (let i = 0; i < 2; i++) await one.click({ force: true }); // it waits, so a click is not waited for
  await expect(one).not.toBeChecked();
  answered();
  await expect(page.locator('[aria-live=polite]').getByText(say('consent:failed'))).toBeVisible();
  await expect(one).not.toBeChecked();
  await expect(one).not.toHaveAttribute('aria-disabled');
  expect(watch.times('AnswerConsent')).toBe(1);
  await page.unroute('**/graphql');
  await one.click();
  await expect(one).toBeChecked();
  await page.reload();
  await expect(one).toBeChecked();
});

test('two tabs: each shows the answer that it got last, and a reload what counts', async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/mypage/consent?type=newsletter');
    await hydrated(tab);
  }
  const [here, there] = [page.getByRole('switch').first(), other.getByRole('switch').first()];
  await here.click();
  await expect(here).toBeChecked();
  await there.click(); // which shows it off, and means on
  await expect(there).toBeChecked();
  await there.click();
  await expect(there).not.toBeChecked();
  await page.reload();
  await expect(here).not.toBeChecked();
});

test('toggled fifty times, the page shows what the server has kept', async ({ page, say, signedIn }) => {
  await signedIn();
  await page.goto('/mypage/consent?type=newsletter');
  await hydrated(page);
  const one = page.getByRole('switch').first();
  for (let i = 0; i < 50; i++) await one.click({ delay: 0 });
  await expect(one).not.toHaveAttribute('aria-disabled');
  expect(await page.locator('[aria-live=polite]').getByText(say('consent:done')).count()).toBeLessThanOrEqual(4);
  const shown = await one.isChecked();
  await page.reload();
  expect(await one.isChecked()).toBe(shown);
});

test('L-106 L-107: without script the page can be read, and says what it needs', async ({ say }) => {
  const { visitor } = await Member.create();
  const { text } = await visitor.get('/mypage/consent?type=privacy');
  for (const words of [say('consent:privacy.title'), titles.ja.privacy]) expect(text).toContain(words);
  expect(/<noscript>[\s\S]*?<\/noscript>/.exec(text)?.[0]).toContain(say('common:needsScript'));
});
