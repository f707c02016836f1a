import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inCheckout } from './checkout.mjs';
import { pagesBill } from './sbom.mjs';

test('the bill of the pages names what they are made of, and no tool', () => {
  const lock = JSON.parse(readFileSync(inCheckout('package-lock.json'), 'utf8')).packages;
  const bill = pagesBill(lock);
  const named = new Map(bill.components.map((one) => [one.name, one]));
  for (const name of ['next', 'react', '@apollo/client', 'zod', 'tailwindcss']) {
    assert.equal(named.get(name)?.version, lock[`node_modules/${name}`].version, name);
    assert.match(named.get(name).hashes[0].content, /^[0-9a-f]{128}$/);
  }
  assert.equal(named.get('@apollo/client').purl, `pkg:npm/%40apollo/client@${named.get('@apollo/client').version}`);
  assert.equal(named.get('sharp')?.scope, 'optional');
  for (const name of ['@playwright/test', '@biomejs/biome', 'typescript', 'pg']) assert.ok(!named.has(name), name);
  assert.equal(new Set(bill.components.map((one) => one['bom-ref'])).size, bill.components.length);
});
