import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { changed, changes } from './variant.mjs';

test('what the copy of the pages changes is there once', () => {
  for (const { file, text, instead } of changes) {
    const source = readFileSync(inCheckout('web', file), 'utf8');
    assert.equal(source.split(text).length, 2, `${file}: ${text}`);
    assert.ok(changed(file, source).includes(instead), `${file}: ${instead}`);
  }
});
