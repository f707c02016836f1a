import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { chosenParts, parts } from './parts.mjs';

test('every part that can be taken out is once in its file', () => {
  for (const { file, text } of parts) {
    assert.equal(readFileSync(inCheckout(file), 'utf8').split(text).length, 2, `${file}: ${text}`);
  }
});

test('parts are chosen by a word of their names', () => {
  assert.deepEqual(
    ['all', 'command'].map((word) => chosenParts(word).map(({ name }) => name)),
    [['the database', 'the command'], ['the command']],
  );
  assert.throws(() => chosenParts('roof'), /is part of no name/);
});
