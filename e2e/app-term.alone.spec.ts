import { watched } from './support/diary.ts';
import { advance } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

test('an app hears at once that the time of what a member has rented is over', async ({ page, lang, signedIn }) => {
  const { member, card, heard } = await watched(page, lang, signedIn);
  await member.buy('rental-night-train', card);
  await expect(heard).toHaveCount(1);
  await expect(heard).toContainText('rental-night-train');
  await advance('192h');
  await expect(heard).toHaveCount(2);
  await expect(heard.first()).toContainText('観られるものはありません。');
  await expect(heard.last()).toContainText('rental-night-train');
});
