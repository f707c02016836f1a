import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { allGroups } from './groups.mjs';
import { chosen, judged, unfit } from './mutant.mjs';
import { foldersOf } from './server.mjs';

const groups = [
  { file: 'server/a/a.go', first: 'a:Rule|Other', tests: 'a b', mutants: [['a limit is off', 'n > 3', 'n > 4']] },
  { file: 'server/c/c.go', first: 'c:.', tests: 'c', mutants: [['a mail is not sent', 'return send()', 'return nil']] },
];
const [mutant] = chosen(groups, []);

test('all mutants are chosen, or those whose file, tests or description hold a word', () => {
  assert.deepEqual(
    ['a limit', 'server/c', ' b', 'nothing'].map((word) => chosen(groups, [word]).map(({ what }) => what)),
    [['a limit is off'], ['a mail is not sent'], ['a limit is off'], []],
  );
  assert.equal(chosen(groups, []).length, 2);
  assert.deepEqual(
    [mutant.first, mutant.tests],
    [
      ['a', 'Rule|Other'],
      ['a', 'b'],
    ],
  );
});

test('the text of a mutant has to be in its file exactly once', () => {
  assert.equal(unfit(mutant, 'if n > 3 {'), null);
  assert.match(unfit(mutant, 'if n > 5 {'), /is no longer in the file/);
  assert.match(unfit(mutant, 'n > 3, n > 3'), /is 2 times in the file/);
});

test('every mutant has a text that is once in its file', () => {
  const unfitting = chosen(allGroups, []).map((each) => unfit(each));
  assert.deepEqual(unfitting.filter(Boolean), []);
});

test('every pattern of the tests that are tried first matches a test', () => {
  const all = allGroups.filter(({ first }) => first).map(({ file, first }) => [file, ...first.split(':')]);
  const folders = foldersOf([...new Set(all.map(([, name]) => name))]);
  const tests = new Map([...folders].map(([name, path]) => [name, testsIn(inCheckout(path.replace('kaiin/', '')))]));
  const idle = all.flatMap(([file, name, patterns]) =>
    (patterns ?? '')
      .split('|')
      .filter((pattern) => pattern === '' || !tests.get(name).some((each) => new RegExp(pattern).test(each)))
      .map((pattern) => `${file}: ${name}:${pattern}`),
  );
  assert.deepEqual(idle, []);
});

function testsIn(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('_test.go'));
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/^func (Test\w+)\(/gm)].map(([, test]) => test),
  );
}

test('a test that failed kills, and so does one that panicked or never ended', () => {
  assert.deepEqual(judged({ code: 0, output: 'PASS' }), { survived: true });
  assert.deepEqual(judged({ code: 1, output: '--- FAIL: TestRule (0.1s)\n    a_test.go:1: n\nFAIL' }), {
    test: 'TestRule',
    killedBy: 'TestRule',
  });
  assert.deepEqual(judged({ code: 1, output: 'panic: test timed out after 5m' }), {
    test: undefined,
    killedBy: 'a test that never ended',
  });
  assert.deepEqual(judged({ code: 2, output: 'panic: nil map' }), {
    test: undefined,
    killedBy: 'a test that panicked',
  });
});
