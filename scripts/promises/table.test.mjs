import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allGroups } from '../mutants/groups.mjs';
import { chosen as chosenMutants } from '../mutants/mutant.mjs';
import { parts } from '../newcomer/parts.mjs';
import { inCheckout } from '../stack/checkout.mjs';
import { readPromises } from './files.mjs';
import { chosen, rowsOf, table } from './table.mjs';

const rows = chosen([]);
const matching = (pattern) => rows.map(({ command }) => pattern.exec(command)).filter(Boolean);

test('each promise of the README has proofs, and each proof a control', () => {
  assert.deepEqual(
    readPromises().map(({ number }) => number),
    Object.keys(table),
  );
  assert.ok(readPromises().length >= 5);
  for (const { number, title } of readPromises()) {
    assert.ok(title, `promise ${number} has no title`);
    const kinds = rowsOf(number).map(({ kind }) => kind);
    assert.match(kinds.join(), /^(proof,control,?)+$/);
  }
});

test('each command is there once, with one sentence about it', () => {
  assert.equal(new Set(rows.map(({ command }) => command)).size, rows.length);
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
  for (const { shows } of rows) assert.match(shows, /^[A-Z][^.]*\.$/);
});

test('promises are chosen by their numbers', () => {
  assert.deepEqual(chosen(['4', '1']), [...rowsOf('1'), ...rowsOf('4')]);
  assert.deepEqual(chosen(['none']), []);
  assert.throws(() => chosen(['1', '9']), /There is no promise 9; there are 1, 2, /);
});

test('every target of make that is named is there', () => {
  const makefile = readFileSync(inCheckout('Makefile'), 'utf8');
  const targets = matching(/^make (\w+)/).map(([, target]) => target);
  assert.ok(targets.length > 5);
  for (const target of targets) assert.match(makefile, new RegExp(`^${target}: ## `, 'm'));
});

test('every mutant that is named is in a mutants.json, and is the only one that its name chooses', () => {
  const all = chosenMutants(allGroups, []);
  const commands = matching(/^make mutants MUTANTS="(.*)"$/).map(([, names]) => names);
  assert.ok(commands.length > 3);
  for (const names of commands) {
    assert.match(names, /^'[^']+'( '[^']+')*$/);
    const each = names.slice(1, -1).split("' '");
    for (const name of each) assert.equal(all.filter(({ what }) => what === name).length, 1, name);
    assert.equal(chosenMutants(allGroups, each).length, each.length, names);
    assert.ok(each.length < 20, 'one of twenty may survive unseen');
  }
});

test('every test of Go that is named is in its packages', () => {
  const commands = matching(/\bgo test ((?:\.\/\S+ )+)(?:-run '?(\S+?)'? )?-count=1 -v$/);
  assert.equal(commands.length, matching(/\bgo test\b/).length);
  for (const [command, folders, pattern = '.'] of commands) {
    const tests = folders.trim().split(' ').flatMap(testsIn);
    const names = /^\^\((.*)\)\$$/
      .exec(pattern)?.[1]
      .split('|')
      .map((name) => `^${name}$`) ?? [pattern];
    for (const name of names)
      assert.ok(
        tests.some((each) => new RegExp(name).test(each)),
        `${name} in ${command}`,
      );
  }
});

function testsIn(folder) {
  const files = readdirSync(inCheckout(folder)).filter((name) => name.endsWith('_test.go'));
  return files.flatMap((name) =>
    [...readFileSync(inCheckout(folder, name), 'utf8').matchAll(/^func (Test\w+)\(/gm)].map(([, found]) => found),
  );
}

test('every guard and part whose absence is to be noticed is there', () => {
  const guards = readFileSync(inCheckout('e2e/crash/guards_test.go'), 'utf8');
  for (const [, name] of matching(/^make crash CONTROL="(.*)"$/)) assert.ok(guards.includes(`{"${name}", `), name);
  assert.ok(parts.length > 1);
});
