import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { pages } from './pages.mjs';

const ofStaff = ['AsMember', 'Desk'];
const layouts = new Map();
for (const file of readdirSync(inCheckout('web/pages'), { recursive: true })) {
  if (!file.endsWith('.tsx')) continue;
  const [, layout] = /withLayout\((\w+),/.exec(readFileSync(inCheckout('web/pages', file), 'utf8')) ?? [];
  if (layout && !ofStaff.includes(layout)) layouts.set(`/${file.replace(/(?:(^|\/)index)?\.tsx$/, '')}`, layout);
}

// S-08, but for the layouts of the staff: a layout whose pages are not weighed could cost anything.
test('pages of every layout are weighed', () => {
  assert.deepEqual(new Set(pages.map(({ layout }) => layout)), new Set(layouts.values()));
  for (const { layout, path } of pages) assert.equal(layouts.get(path), layout, path);
});
