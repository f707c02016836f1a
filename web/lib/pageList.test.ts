import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const there = window.__BUILD_MANIFEST;
let fetchPageList: () => Promise<void> | undefined;
let added: HTMLScriptElement[];

beforeEach(async () => {
  vi.resetModules();
  ({ fetchPageList } = await import('./pageList'));
  added = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => void added.push(script as HTMLScriptElement));
  Object.assign(window, { __BUILD_MANIFEST: undefined, __NEXT_DATA__: { buildId: 'b1' } });
});
afterEach(() => {
  window.__BUILD_MANIFEST = there;
  Reflect.deleteProperty(window, '__NEXT_DATA__');
});

it('the list of all pages is fetched once, and again when it has not come', async () => {
  const first = fetchPageList();
  expect(fetchPageList()).toBe(first);
  expect(added.map((script) => script.getAttribute('src'))).toEqual(['/_next/static/b1/_buildManifest.js']);
  added[0]?.dispatchEvent(new Event('error'));
  await first;
  const second = fetchPageList();
  expect(added).toHaveLength(2);
  added[1]?.dispatchEvent(new Event('load'));
  await second;
});

it('it is not fetched where it is there', () => {
  window.__BUILD_MANIFEST = there;
  expect(fetchPageList()).toBeUndefined();
  expect(added).toEqual([]);
});
