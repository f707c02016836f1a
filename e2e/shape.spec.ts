import { expectAccessible } from './support/axe.ts';
import { shapeOf } from './support/shape.ts';
import { expect, test } from './support/test.ts';

// What spares a page a second look by axe. It is about what a browser makes of a page, so it
// needs one.

const html = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><title>A page</title><main><h1>Plans</h1>${body}</main></html>`;
const field = '<label for="a">Name</label><input id="a" class="control" value="Taro">';

test('pages that differ in their words alone have the same shape, and no others', async ({ page }) => {
  const shape = async (body: string, lang?: string) => {
    await page.setContent(html(body, lang));
    return shapeOf(page);
  };
  const first = await shape(field);
  first.inThisView.note();
  first.inAnother.note();
  const known = async (body: string, lang?: string) => {
    const { inThisView, inAnother } = await shape(body, lang);
    return [inThisView.before, inAnother.before];
  };
  expect(await known(field)).toEqual([true, true]);
  expect(await known(field.replace('Taro', 'Hanako').replace('Name', 'Full name'))).toEqual([true, true]);
  expect(await known(field.replaceAll('"a"', '"b"'))).toEqual([true, true]);
  expect(await known(field, 'ja')).toEqual([false, true]);
  for (const [before, after] of [
    ['Name', ' '],
    ['Name', 'N'],
    ['for="a"', 'for="b"'],
    ['for="a"', ''],
    ['control', 'control faint'],
    ['<input', '<input style="color: #eee"'],
    ['<input', '<input aria-invalid="true"'],
    ['<input', '<input disabled'],
    ['label', 'span'],
    [' value="Taro"', ' placeholder="Taro"'],
  ] as const)
    expect(await known(field.replaceAll(before, after)), after).toEqual([false, false]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await known(field)).toEqual([false, true]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await known(field)).toEqual([false, false]);
});

test('a part that only a wide page displays, and a colour from a style sheet, are of the shape', async ({ page }) => {
  const styled = (rule: string) => html(`<style>${rule}</style><p class="part">Words</p>`);
  const noted = async (content: string, width: number) => {
    await page.setViewportSize({ width, height: 640 });
    await page.setContent(content);
    const { inAnother } = await shapeOf(page);
    inAnother.note();
    return inAnother.before;
  };
  const plain = styled('.other { display: none }');
  expect([await noted(plain, 1280), await noted(plain, 320)]).toEqual([false, true]);
  const onlyWide = styled('@media (width < 400px) { .part { display: none } }');
  expect([await noted(onlyWide, 1280), await noted(onlyWide, 320)]).toEqual([false, false]);
  const coloured = styled('@media (width < 400px) { .part { color: red } }');
  expect([await noted(coloured, 1280), await noted(coloured, 320)]).toEqual([false, false]);
});

test('what was looked at in part is not taken for seen', async ({ page }) => {
  const faint = html('<p style="color: #ccc; background: #fff">Faint words</p>');
  await page.setContent(faint);
  await expectAccessible(page, { seen: true });
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast');
});

test('a defect on a page that was seen without it is found', async ({ page }) => {
  await page.setContent(html('<button>Buy</button>'));
  await expectAccessible(page);
  await page.setContent(html('<button>Order</button>'));
  await expectAccessible(page);
  await page.setContent(html('<button></button>'));
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
  await page.setContent(html('<button style="color: #ccc; background: #fff">Buy</button>'));
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast');
});
