import { sandbox } from './harness/addresses.ts';
import { expectWholeLines } from './support/lines.ts';
import { Member } from './support/member.ts';
import { mailTo } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

// What is served as plain HTML, outside the pages of the site (P-10).

for (const name of ['help', 'commerce', 'mail']) {
  test(`P-10: the demo page ${name} speaks one language at a time and leads back`, async ({ page }) => {
    for (const [hash, shown, other, back] of [
      ['', 'ja', 'en', 'トップページへ'],
      ['#en', 'en', 'ja', 'Go to the home page'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`/demo/${name}.html${hash}`);
      await expect(page.locator(`#${shown}`)).toBeVisible();
      await expect(page.locator(`#${other}`)).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await page.evaluate(() => scrollY), 'the page opens at its top').toBe(0);
      await expect(page.getByRole('link', { name: back })).toHaveAttribute('href', '/');
      await expectWholeLines(page);
    }
  });
}

for (const [lang, hash] of [
  ['ja', ''],
  ['en', '#en'],
] as const) {
  test(`P-10: the footer leads to these pages in the language of the visitor, ${lang}`, async () => {
    const { text } = await new Visitor(lang).get('/');
    const footer = /<footer[\s\S]*<\/footer>/.exec(text)?.[0] ?? '';
    expect([...footer.matchAll(/href="(\/demo\/[^"]*)"/g)].map(([, href]) => href)).toEqual(
      ['help', 'commerce'].map((name) => `/demo/${name}.html${hash}`),
    );
    for (const path of ['/terms', '/privacy']) expect(footer).toContain(`href="${path}"`);
  });
}

test('P-10: an order mail can be read on a phone: no narrow column, the colours and the picture of the store', async ({
  page,
}) => {
  const member = await Member.create();
  await member.buy('light', await member.registerCard());
  const { id } = await mailTo(member.email, /お申し込み完了/);
  await page.goto(`${sandbox}/mails/${id}/html`);
  await expectWholeLines(page);
  await page.setViewportSize({ width: 375, height: 812 });
  const cells = await page
    .locator('th, td')
    .evaluateAll((all) =>
      all.filter((cell) => cell.textContent?.trim()).map((cell) => cell.getBoundingClientRect().width),
    );
  expect(cells.length).toBeGreaterThan(20);
  expect(Math.min(...cells), 'the narrowest cell').toBeGreaterThan(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await expect(page.getByRole('link', { name: 'さっそく観る' })).toHaveCSS('background-color', 'rgb(18, 80, 110)');
  const picture = page.locator('img');
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('P-10: the page of the sandbox stays short, however much has happened', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(sandbox);
  await page.evaluate(() => {
    for (const box of document.querySelectorAll('.scroll')) {
      const row = box.querySelector('tbody tr');
      for (let n = 0; row && n < 200; n++) row.after(row.cloneNode(true));
    }
  });
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  expect(width).toBe(375);
  expect(height).toBeLessThan(6000);
  const box = page.locator('.scroll').first();
  await box.focus();
  await page.keyboard.press('End');
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});
