import { site } from './harness/addresses.ts';
import { Member } from './support/member.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

const nonceOf = (headers: Headers) =>
  /'nonce-([\w-]{22})'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';

for (const path of ['/', '/plans', '/plans/standard']) {
  test(`S-07: visitors share ${path}, each with a nonce of their own, and no visitor gets a member's`, async () => {
    const member = await Member.create({ nickname: 'crowd-member-' });
    const seen = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const [own, ...shared] = await Promise.all([
        member.visitor.get(path),
        ...Array.from({ length: 12 }, (_, n) => new Visitor(n % 2 ? 'en' : 'ja').get(path)),
      ]);
      expect(own.text).toContain(member.accountId);
      for (const [n, { status, headers, text }] of shared.entries()) {
        const nonce = nonceOf(headers);
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.getSetCookie()).toEqual([]);
        expect(text).toContain(`<html lang="${n % 2 ? 'en' : 'ja'}"`);
        expect(text).not.toContain(member.accountId);
        expect(text).not.toContain(member.nickname);
        const nonces = [...text.matchAll(/nonce="([^"]*)"/g)].map(([, found]) => found);
        expect(nonces.length).toBeGreaterThan(3);
        expect(new Set(nonces)).toEqual(new Set([nonce]));
        seen.add(nonce);
      }
      const pages = shared.map(({ headers, text }) => text.replaceAll(nonceOf(headers), ''));
      expect(new Set(pages.filter((_, n) => n % 2 === 0)).size, 'pages that differ').toBeLessThan(3); // a second may end in between
    }
    expect(seen.size).toBe(36);
  });
}

test('S-07: the shared page is alive in a browser, whatever is in its query', async ({ page, say, context }) => {
  await new Visitor('ja').get('/');
  const answer = await page.goto('/?utm_source=mail&q=1');
  expect(answer?.headers()['content-encoding']).toBe('gzip');
  await hydrated(page);
  await page.goto('/plans?utm_source=mail');
  await hydrated(page);
  await expect(heading(page, say('plans:title'))).toBeVisible();
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(page).toHaveURL('/plans?utm_source=mail&ui_locales=en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect((await context.cookies(site)).map(({ name }) => name)).toEqual(['locale']);
});
