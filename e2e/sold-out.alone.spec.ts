import { placeOrder } from './support/checkout.ts';
import { Member } from './support/member.ts';
import { changeStore } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const answers = [
  { questionId: 'lobbyName', values: ['灯台'] },
  { questionId: 'genres', values: ['classic'] },
];

test('S-044 S-048: the last place goes to one; the other reads that the plan is gone, and no money has moved', async ({
  page,
  say,
  signedIn,
}) => {
  const changeBack = changeStore('salesLimit: 50', 'salesLimit: 2');
  try {
    const late = await signedIn();
    await late.order('supporter', await late.registerCard(), { answers });
    await page.goto('/plans/supporter/confirm');
    const [early, last] = [await Member.create(), await Member.create()];
    for (const buyer of [early, last]) await buyer.buy('supporter', await buyer.registerCard(), { answers });

    await placeOrder(page);
    await expect(
      page.getByText('このプランは現在お申し込みいただけません。お支払いは行われていません。', { exact: true }),
    ).toBeVisible();
    expect(await late.charged()).toEqual([]);
    expect(await last.charged()).toEqual([2200]);

    await page.goto('/plans');
    await expect(page.getByRole('main')).toContainText(say('plans:indicator.soldOut'));
    const button = page.getByRole('button', { name: ': 名画座サポーター' });
    await expect(button).toBeDisabled();
    await expect(button).toContainText(say('plans:button.soldOut'));
  } finally {
    changeBack();
  }
});
