import type { AddressInfo } from 'node:net';
import { Member, password } from './support/member.ts';
import { expectNoShift } from './support/shift.ts';
import { holdScripts, loseScripts, slowSite } from './support/slowly.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

test('a page that arrives in pieces is drawn when it is whole: nothing moves on it @phone', async ({
  page,
  signedIn,
}) => {
  const server = await slowSite();
  try {
    const { port } = server.address() as AddressInfo;
    await signedIn();
    const answer = await page.goto(`http://localhost:${port}/plans/no-such-plan`);
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    await expectNoShift(page);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('what is chosen before the scripts come is what is sent: the last of several choices, every box', async ({
  page,
  signedIn,
}) => {
  await signedIn();
  const letGo = await holdScripts(page);
  await page.goto('/withdraw', { waitUntil: 'commit' });
  const [reasons, boxes] = [page.getByRole('radio'), page.getByRole('checkbox')];
  for (const choice of [0, 2, 0]) await reasons.nth(choice).check();
  for (const choice of [0, 1, 2]) await boxes.nth(choice).check();
  await boxes.nth(1).uncheck();
  await boxes.last().check();
  await page.locator('textarea').fill('ありがとう');
  const sent = page.waitForRequest((request) => request.postDataJSON()?.operationName === 'ConfirmWithdrawal');
  await page.locator('main button[type=submit]').click();
  letGo();
  expect((await sent).postDataJSON().variables.input).toEqual({
    consent: true,
    answers: [
      { questionId: 'reason', values: ['films'] },
      { questionId: 'liked', values: ['classics', 'essays'] },
      { questionId: 'words', values: ['ありがとう'] },
    ],
  });
  await expect(page).toHaveURL('/withdraw/pin-code');
});

for (const path of ['/login', '/password/forgot']) {
  test(`where the scripts of ${path} do not come, sending its form is answered with words`, async ({
    page,
    say,
    watch,
  }) => {
    watch.allow(/405 \(/);
    await loseScripts(page);
    await page.goto(path);
    await page.locator('main input').first().fill('taro@example.jp');
    if (path === '/login') await page.locator('[name=password]').fill(password);
    await page.locator('main button[type=submit]').click();
    await expect(heading(page, say('errors:pages.405.header'))).toBeVisible();
    expect(page.url(), 'what was typed is not put into an address').not.toContain('?');
    await page.goBack();
    await expect(page.locator('main input').first()).toHaveValue('taro@example.jp');
  });
}

test('without script every form, and the logout, says beforehand what it needs', async ({ say }) => {
  const { visitor } = await Member.create();
  for (const path of ['/password/forgot', '/withdraw', '/plans/standard', '/logout']) {
    const { text } = await visitor.get(path);
    const needs = [...text.matchAll(/<noscript>[\s\S]*?<\/noscript>/g)].filter(([said]) =>
      said.includes(say('common:needsScript')),
    );
    expect(needs, path).toHaveLength(1);
  }
});
