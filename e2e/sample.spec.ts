import { expectAccessible } from './support/axe.ts';
import { toConfirm } from './support/checkout.ts';
import { nextVideo } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

test('L-057 C-069 F-020 F-029: the sample plays with captions and speeds; what fails is said, and the order goes on', async ({
  page,
  lang,
  say,
  watch,
  signedIn,
}) => {
  const member = await signedIn();
  await member.registerCard();
  const sample = page.getByRole('region', { name: say('player:title') });
  const video = sample.locator('video');
  const read = (name: 'currentTime' | 'videoWidth' | 'playbackRate') =>
    video.evaluate((element: HTMLVideoElement, field) => element[field], name);

  await page.goto('/plans/standard');
  await expectAccessible(page);
  await nextVideo('http_500');
  await sample.getByRole('button', { name: say('player:play') }).click();
  await expect(sample.getByRole('status')).toHaveText(say('player:failed.unavailable'));

  await sample.getByRole('button', { name: say('player:again') }).press('Enter');
  await expect(video).toBeFocused();
  await expect.poll(() => read('currentTime')).toBeGreaterThan(1);
  expect(await read('videoWidth')).toBe(256);
  await expect(sample.getByRole('status')).toBeEmpty();
  const captions = video.evaluate(({ textTracks }: HTMLVideoElement) => [...textTracks].map(({ label }) => label));
  expect(await captions).toEqual(['日本語', 'English']);
  await sample.getByLabel(say('player:rate')).selectOption('1.5');
  expect(await read('playbackRate')).toBe(1.5);
  await expectAccessible(page);

  await page.reload();
  await nextVideo('stream_missing');
  watch.allow(/404 for .*index\.m3u8/);
  await sample.getByRole('button', { name: say('player:play') }).click();
  await expect(sample.getByRole('status')).toHaveText(say('player:failed.network'));
  await toConfirm(page, lang);
});
