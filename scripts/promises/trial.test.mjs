import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Processes } from '../stack/processes.mjs';
import { counted } from './counted.mjs';
import { tryOut } from './trial.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kaiin-promises-'));
const log = join(folder, 'log');
const processes = new Processes(`promises-test-${randomUUID()}`, () => {});
after(async () => {
  await processes.stopAll();
  rmSync(folder, { recursive: true });
});

const trial = (command, until = Date.now() + 60_000) => tryOut(processes, command, { env: process.env, log, until });

test('a command that ends well and did something has passed, and its output is kept', async () => {
  const { passed, said } = await trial(`echo '--- PASS: TestA (0.1s)'; echo '    --- PASS: TestA/b'; echo "x" >&2`);
  assert.deepEqual({ passed, said }, { passed: true, said: '1 test' });
  assert.match(readFileSync(log, 'utf8'), /TestA \(0\.1s\)[\s\S]*x/);
});

test('a command that ends with an error has failed, whatever it did', async () => {
  const { passed, said } = await trial("echo '--- PASS: TestA (0.1s)'; exit 3");
  assert.deepEqual({ passed, said }, { passed: false, said: 'exit code 3' });
});

test('a command that did nothing has failed', async () => {
  const { passed, said } = await trial("echo 'testing: warning: no tests to run'");
  assert.deepEqual({ passed, said }, { passed: false, said: 'nothing was run' });
});

test('a command that takes too long is stopped', async () => {
  const late = await trial("echo '--- PASS: TestA (0.1s)'; sleep 60", Date.now() + 300);
  assert.deepEqual([late.passed, late.said], [false, 'not ended when the hour was over']);
});

test('what commands say of how much they did is counted', () => {
  const said = {
    'crash   |     crash_test.go:63: 34 deaths, at failpoints: map[]\ncrash   |     x: 35 deaths, at failpoints: map[]':
      '69 kills',
    'crash   |     guards_test.go:106: after 3 deaths: two charges\n--- PASS: TestWithoutAGuard (9.1s)':
      '3 kills until it was noticed',
    'server: 2 of 2 mutants were killed (100.0 %; wanted: 95 %), 0 survived.': '2 mutants',
    '2 of 2 missing parts were noticed.': '2 missing parts',
    '|     model_test.go:97: KAIIN_SEED=1 KAIIN_LIVES=500: map[buy: :700]\n--- PASS: TestRandom (9s)': '500 members',
    'newcomer| ℹ pass 1': '1 test',
    '--- PASS: TestA (0.1s)\n--- PASS: TestB (0.1s)\n    --- PASS: TestB/one (0.1s)\n--- SKIP: TestC (0s)': '2 tests',
    'server: 0 of 1 mutants were killed (0.0 %; wanted: 95 %), 1 survived.': null,
  };
  for (const [output, much] of Object.entries(said)) assert.equal(counted(output.split('\n')), much);
});
