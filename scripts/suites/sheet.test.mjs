import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactSheet } from './sheet.mjs';

test('the sheet has a row for each page, in order, with all its pictures', () => {
  const sheet = contactSheet(['02-login.375.ja.dark.png', '01-home.375.ja.dark.png', '02-login.1280.en.light.png']);
  const rows = sheet.split('<section>').slice(1);
  assert.equal(rows.length, 2);
  assert.match(rows[0], /<h2>01-home<\/h2><a href="01-home\.375\.ja\.dark\.png"/);
  assert.deepEqual(rows[1].match(/src="[^"]+"/g), [
    'src="02-login.1280.en.light.png"',
    'src="02-login.375.ja.dark.png"',
  ]);
});
