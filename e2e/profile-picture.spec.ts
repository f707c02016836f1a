import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expectNoShift } from './support/shift.ts';
import { expect, hydrated, test } from './support/test.ts';

// The profile picture: chosen, cropped, sent, seen in the header, removed.

/** A PNG, red on the left and blue on the right. */
async function picture(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const paint = canvas.getContext('2d');
      if (!paint) throw new Error('there is no canvas');
      paint.fillStyle = '#f00';
      paint.fillRect(0, 0, width / 2, height);
      paint.fillStyle = '#00f';
      paint.fillRect(width / 2, 0, width / 2, height);
      return canvas.toDataURL('image/png');
    },
    [width, height] as const,
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** How much of the picture is red, in percent, and its size. */
const reds = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const paint = canvas.getContext('2d');
    if (!paint) throw new Error('there is no canvas');
    paint.drawImage(element, 0, 0);
    const row = paint.getImageData(0, height / 2, width, 1).data;
    let red = 0;
    for (let x = 0; x < width; x++) if ((row[4 * x] ?? 0) > (row[4 * x + 2] ?? 0)) red++;
    return { red: Math.round((100 * red) / width), width, height };
  });

const inHeader = (page: Page) => page.getByRole('banner').locator('details img');

walked('change the picture', ({ by }) => {
  test('R-082 R-083 V-058 V-059 K-034 C-081 C-082 F-235: a picture is chosen, cropped and set, shows in the header, and is removed', async ({
    page,
    hands,
    say,
    signedIn,
  }) => {
    await signedIn();
    await page.goto('/mypage');
    await hands.arrived('mypage:title');
    await hands.on(page.getByRole('main').getByRole('link', { name: say('mypage:menu.profileImage') }));
    await hands.arrived('picture:title');
    await expect(page).toHaveURL('/mypage/profile/edit');
    await hydrated(page);
    await expect(page.getByText(say('picture:none'))).toBeVisible();

    const field = page.getByLabel(say('picture:file'), { exact: true });
    const wide = await picture(page, 800, 400);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hands.on(field)]);
    await chooser.setFiles({ name: 'wide.png', mimeType: 'image/png', buffer: wide });
    const area = page.getByRole('group', { name: say('picture:area') });
    await expect(area).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: say('picture:chosen') })).toHaveCount(1);
    await expectAccessible(page);
    await expectFits320(page);

    const size = page.getByLabel(say('picture:size'), { exact: true });
    await expect(size).toHaveValue('90');
    if (by === 'keyboard') {
      await hands.type(area, '');
      for (let presses = 0; presses < 20; presses++) await page.keyboard.press('Shift+ArrowLeft');
    } else {
      const box = await area.boundingBox();
      if (!box) throw new Error('the area has no box');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x - 300, box.y + box.height / 2, { steps: 5 });
      await page.mouse.up();
    }
    await hands.press('picture:submit');
    await hands.arrived('picture:changed.title');
    await expect(page).toHaveURL('/mypage/profile/edit/complete');
    await hands.on(page.getByRole('link', { name: say('picture:toMypage') }));
    await expect(page).toHaveURL('/mypage');
    expect(await reds(inHeader(page))).toEqual({ red: 100, width: 200, height: 200 });

    await page.goto('/mypage/profile/edit');
    await hands.arrived('picture:title');
    await expect(page.getByRole('img', { name: say('picture:current') })).toBeVisible();
    await expectNoShift(page);
    await expectAccessible(page);
    const shown = await inHeader(page).getAttribute('src');
    await hands.press('picture:remove');
    await expect(page.getByRole('dialog')).toContainText(say('picture:removeText'));
    await expectAccessible(page);
    await hands.decide('picture:removeConfirm');
    await hands.arrived('picture:changed.title');
    await hands.on(page.getByRole('link', { name: say('picture:toMypage') }));
    await expect(page).toHaveURL('/mypage');
    await expect(inHeader(page)).toHaveCount(0);
    expect((await page.request.get(shown ?? '')).status()).toBe(404);
  });
});

test('V-058: a file that is no picture, is too large or cannot be read says so on the field, and another one can be chosen', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/mypage/profile/edit');
  await hydrated(page);
  const field = page.getByLabel(say('picture:file'), { exact: true });
  const told = (code: 'INVALID_FORMAT' | 'IMAGE_TOO_LARGE' | 'IMAGE_UNREADABLE') =>
    expect(page.getByText(say(`picture:errors.profileImage.${code}`), { exact: true })).toBeVisible();
  const png = (name: string, buffer: Buffer) => field.setInputFiles({ name, mimeType: 'image/png', buffer });
  const submit = page.getByRole('button', { name: say('picture:submit') });
  await expect(submit, 'nothing can be sent before a picture is chosen').toHaveCount(0);
  await field.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
  await told('INVALID_FORMAT');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await png('large.png', Buffer.alloc(5 * 1024 * 1024 + 1));
  await told('IMAGE_TOO_LARGE');
  await png('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await told('IMAGE_UNREADABLE');
  await png('right.png', await picture(page, 200, 200));
  await expect(page.getByRole('group', { name: say('picture:area') })).toBeVisible();
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(submit).toBeVisible();
});

test('V-059: the square is sized by the slider, by its corners and by two fingers, and stays in the image', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/mypage/profile/edit');
  await hydrated(page);
  await page
    .getByLabel(say('picture:file'), { exact: true })
    .setInputFiles({ name: 'tall.png', mimeType: 'image/png', buffer: await picture(page, 300, 900) });
  const area = page.getByRole('group', { name: say('picture:area') });
  const size = page.getByLabel(say('picture:size'), { exact: true });
  const within = async () => {
    const [inner, outer] = [await area.boundingBox(), await page.locator('.ReactCrop').boundingBox()];
    if (!inner || !outer) throw new Error('there is no area');
    expect(Math.abs(inner.width - inner.height)).toBeLessThan(2);
    expect(inner.x).toBeGreaterThan(outer.x - 1);
    expect(inner.y).toBeGreaterThan(outer.y - 1);
    expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width + 1);
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height + 1);
    return inner;
  };
  await expect(size).toHaveValue('90');
  await within();
  await size.focus();
  await page.keyboard.press('End');
  await expect(size).toHaveValue('100');
  await within();
  await page.keyboard.press('Home');
  await expect(size).toHaveValue('20');
  await within();
  await size.fill('50');
  const { width } = await within();

  const corner = page.getByRole('button', { name: say('picture:corner') }).last();
  await corner.focus();
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Shift+ArrowLeft');
  expect((await within()).width).toBeGreaterThan(width + 5);

  await size.fill('40');
  const before = await within();
  await area.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2];
    const finger = (type: string, pointerId: number, clientX: number) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          clientX,
          clientY: top,
          pointerType: 'touch',
          isPrimary: pointerId === 1,
          bubbles: true,
        }),
      );
    finger('pointerdown', 1, left - 10);
    finger('pointerdown', 2, left + 10);
    finger('pointermove', 2, left + 30);
    finger('pointerup', 2, left + 30);
    finger('pointermove', 1, left - 60);
    finger('pointerup', 1, left - 60);
  });
  await expect(size).toHaveValue('80');
  expect((await within()).width).toBeCloseTo(before.width * 2, -1);
});

test('R-082: without script the page can be read, and says what it needs', async ({ say }) => {
  const { visitor } = await Member.create();
  const { text } = await visitor.get('/mypage/profile/edit');
  for (const key of ['picture:title', 'picture:none']) expect(text).toContain(say(key));
  expect(/<noscript>[\s\S]*?<\/noscript>/.exec(text)?.[0]).toContain(say('common:needsScript'));
});
