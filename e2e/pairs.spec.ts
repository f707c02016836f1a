import { expect, test } from '@playwright/test';
import { sitePages } from './support/pages.ts';
import { flows, type Setting, settingsOf, viewsOf } from './support/pairs.ts';

const axes = { lang: ['ja', 'en'], width: [1280, 375], by: ['pointer', 'keyboard'] } as const;

/** Every two traits of different axes that occur together in the settings. */
const pairsIn = (settings: readonly Setting[], ...names: (keyof Setting)[]) =>
  new Set(
    settings.flatMap((setting) =>
      names.flatMap((a, i) => names.slice(i + 1).map((b) => `${a} ${setting[a]}, ${b} ${setting[b]}`)),
    ),
  );

test('every flow meets every language, width and hand, and every two of those meet in some flow', () => {
  for (const flow of flows)
    for (const [axis, traits] of Object.entries(axes))
      for (const trait of traits)
        expect(
          settingsOf(flow).map((setting) => setting[axis as keyof Setting]),
          `${flow}: ${axis}`,
        ).toContain(trait);
  expect(pairsIn(flows.flatMap(settingsOf), 'lang', 'width', 'by').size).toBe(3 * 2 * 2);
});

test('every page is looked at in both languages and widths, and every two of those meet on some page', () => {
  const views = sitePages.map((_, n) => viewsOf(n));
  for (const both of views) expect(new Set(both.map(({ lang }) => lang))).toEqual(new Set(axes.lang));
  for (const both of views) expect(new Set(both.map(({ width }) => width))).toEqual(new Set(axes.width));
  expect(pairsIn(views.flat(), 'lang', 'width').size).toBe(2 * 2);
});
