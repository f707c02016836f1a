import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pictures, publicDemo } from './pictures.mjs';

test('the demo store shows the pictures as they are drawn', () => {
  for (const [file, svg] of Object.entries(pictures()))
    assert.equal(readFileSync(`${publicDemo}/${file}`, 'utf8'), svg, `${file}: run node scripts/art/make.mjs`);
});

test('they are light enough for a phone', () => {
  for (const [file, svg] of Object.entries(pictures()))
    assert.ok(gzipSync(svg).length < 10 * 1024, `${file} weighs ${gzipSync(svg).length} bytes`);
  assert.ok(statSync(`${publicDemo}/og.png`).size < 200 * 1024, 'og.png');
});

test('no picture has a script, a font or an address of another site', () => {
  for (const [file, svg] of Object.entries(pictures()))
    assert.doesNotMatch(svg.replace('http://www.w3.org/2000/svg', ''), /<script|<text|<image|https?:/, file);
});
