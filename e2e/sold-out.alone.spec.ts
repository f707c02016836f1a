import { placeOrder } from './support/checkout.ts';
import { Member } from './support/member.ts';
import { expect, test } from './support/test.ts';

const places = 50; // of the demo store's plan for supporters
const answers = [
  { questionId: 'lobbyName', values: ['灯台'] },
  { questionId: 'genres', values: ['classic'] },
];

test('S-044 S-048: the last place goes to one; the other reads that the plan is gone, and no money has moved', async ({
  page,
  say,
  become,
}) => {
  test.setTimeout(180_000);
  const buyers = await Promise.all(Array.from({ length: places }, () => Member.create()));
  const cards = await Promise.all(buyers.map((buyer) => buyer.registerCard()));
  const [late, ...early] = buyers as [Member, ...Member[]];
  const [lateCard, ...earlyCards] = cards as [string, ...string[]];
  await late.order('supporter', lateCard, { answers });
  await become(late);
  await page.goto('/plans/supporter/confirm');

  await Promise.all(early.map((buyer, n) => buyer.buy('supporter', earlyCards[n] ?? '', { answers })));
  const last = await Member.create();
  await last.buy('supporter', await last.registerCard(), { answers });

  await placeOrder(page);
  await expect(
    page.getByText('このプランは現在お申し込みいただけません。お支払いは行われていません。', { exact: true }),
  ).toBeVisible();
  expect(await late.charged()).toEqual([]);
  expect(await last.charged()).toEqual([2200]);

  await page.goto('/plans');
  const card = page.getByRole('article', { name: '名画座サポーター' });
  await expect(card).toContainText(say('plans:indicator.soldOut'));
  await expect(card.getByRole('button')).toBeDisabled();
  await expect(card.getByRole('button')).toContainText(say('plans:button.disabled'));
});
