import { Member } from './support/member.ts';
import { advance, settled } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

test('K-022: a discount is billed as often as it was shown, and then the normal price', async () => {
  const member = await Member.create();
  await member.buy('weekly', await member.registerCard(), { campaignCode: 'TODAIZA50' });
  const methods = await member.paymentMethods(); // the session ends before the contract's second week
  const charged = [165];
  for (const amount of [165, 165, 330, 330]) {
    expect(await settled(methods)).toEqual(charged);
    await advance('168h');
    charged.push(amount);
    await expect.poll(() => settled(methods), { timeout: 30_000 }).toEqual(charged);
  }
});
