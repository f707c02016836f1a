import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { readPromises, readResults } from './files.mjs';
import { page, told } from './page.mjs';
import { promisesIn } from './readme.mjs';
import { chosen } from './table.mjs';

const readme = readFileSync(inCheckout('README.md'), 'utf8');
const [proof, control] = chosen([]);
const result = { passed: true, said: '24 kills', seconds: 61, date: '2026-11-27', commit: '0123abcde' };

test('the promises are read as they are written', () => {
  const read = promisesIn(
    '# A\n\nWhat it promises (see there):\n\n1. **One\n   thing.** And\n   more.\n2. **Two**, too.\n\nWhat\n',
  );
  assert.deepEqual(read, [
    { number: '1', title: 'One thing', text: '1. **One\n   thing.** And\n   more.' },
    { number: '2', title: 'Two', text: '2. **Two**, too.' },
  ]);
  for (const { text } of readPromises()) assert.ok(readme.includes(`\n${text}\n`));
});

test('the page is that of the README, the table and the last results (if not: make promises PROMISES=none)', () => {
  assert.equal(readFileSync(inCheckout('docs/promises.md'), 'utf8'), page(readPromises(), readResults()));
});

test('the page has each promise, with links that lead on from docs/, and each command', () => {
  const written = page(readPromises(), {});
  for (const { number, title, text } of readPromises()) {
    const quoted = text.replaceAll('](docs/', '](').replaceAll(/^/gm, '> ');
    assert.ok(written.includes(`\n## ${number}. ${title}\n\n${quoted}\n\n| `), text);
  }
  assert.ok(!written.includes('](docs/'));
  for (const { command, shows } of chosen([])) {
    assert.ok(written.includes(`| \`${command.replaceAll('|', '\\|')}\` | ${shows} |`), command);
  }
  const { length } = chosen([]);
  assert.equal(written.split('| not run yet |').length - 1, length);
  assert.ok(written.includes(`Of ${length} commands 0 succeeded, 0 failed and ${length} were not run yet.\n`));
});

test('a result is told with its seconds, its day and its commit', () => {
  const written = page(readPromises(), { [proof.command]: result });
  assert.ok(written.includes('| passed: 24 kills, 61 s | 2026-11-27, 0123abcde |'));
  assert.match(written, /commands 1 succeeded, 0 failed .*; together they took 2 min\./);
});

test('a control that did what it should has noticed, and one that failed is told as failed', () => {
  const failed = { ...result, passed: false, said: 'exit code 2' };
  assert.deepEqual(
    [told(control, result), told(control, failed), told(proof, failed), told(proof, undefined)],
    ['noticed: 24 kills, 61 s', '**failed**: exit code 2, 61 s', '**failed**: exit code 2, 61 s', 'not run yet'],
  );
  assert.match(page(readPromises(), { [control.command]: failed }), /commands 0 succeeded, 1 failed /);
});

test('the result of a command that has changed is not that of the new one', () => {
  assert.equal(page(readPromises(), { 'make crash KILLS=1': result }), page(readPromises(), {}));
});
