import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Processes } from '../stack/processes.mjs';
import { secondTry, summarised } from './go.mjs';

/** What is counted and shown of a stream of `go test -json`. */
async function tallied(...events) {
  const lines = [];
  const processes = new Processes('tally', (line) => lines.push(line.replace('go      | ', '')));
  const stream = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event))).join('\n');
  const counts = await summarised(processes, process.env, ['printf', '%s\\n', stream], ['--raw-command']);
  return { ...counts, lines };
}

test('tests and subtests count, passed ones stay silent, and a test takes the time of its subtests', async () => {
  const { passed, failed, lines, tests } = await tallied(
    { Action: 'output', Package: 'p', Test: 'TestA/row', Output: 'noise\n' },
    { Action: 'pass', Package: 'p', Test: 'TestA/row', Elapsed: 0.25 },
    { Time: '2026-11-25T12:00:10Z', Action: 'pass', Package: 'p', Test: 'TestA', Elapsed: 0.5 },
    { Action: 'pass', Package: 'p', Elapsed: 1.5 },
  );
  assert.deepEqual({ passed, failed }, { passed: 2, failed: 0 });
  const to = Date.parse('2026-11-25T12:00:10Z');
  assert.deepEqual(tests, [{ file: 'p', unit: 'p', name: 'TestA', seconds: 0.5, from: to - 500, to }]);
  assert.ok(lines.includes('PASS  p (1.5s)') && !lines.includes('noise'), lines.join('\n'));
});

test('a failed test shows what it wrote', async () => {
  const { passed, failed, lines } = await tallied(
    { Action: 'output', Package: 'p', Test: 'TestA', Output: 'a_test.go:7: wrong\n' },
    { Action: 'fail', Package: 'p', Test: 'TestA' },
    { Action: 'pass', Package: 'p', Test: 'TestB' },
    { Action: 'fail', Package: 'p', Elapsed: 0.1 },
  );
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
  assert.ok(lines.includes('a_test.go:7: wrong') && lines.includes('FAIL  p (100ms)'), lines.join('\n'));
});

test('the end of a run can name each failed test with what it wrote, of subtests only those that failed', async () => {
  const { troubles } = await tallied(
    { Action: 'output', Package: 'kaiin/p', Test: 'TestA/row', Output: '=== RUN   TestA/row\n' },
    { Action: 'output', Package: 'kaiin/p', Test: 'TestA/row', Output: '    a_test.go:7: wrong\n' },
    { Action: 'output', Package: 'kaiin/p', Test: 'TestA/row', Output: '    a_test.go:8: as well\n' },
    { Action: 'fail', Package: 'kaiin/p', Test: 'TestA/row' },
    { Action: 'pass', Package: 'kaiin/p', Test: 'TestA/right' },
    { Action: 'fail', Package: 'kaiin/p', Test: 'TestA' },
    { Action: 'fail', Package: 'kaiin/p', Elapsed: 0.1 },
  );
  assert.deepEqual(troubles, ['failed: p TestA/row: a_test.go:7: wrong a_test.go:8: as well']);
});

test('a package that does not compile counts as one failure and shows why', async () => {
  const { passed, failed, lines } = await tallied(
    { ImportPath: 'p', Action: 'build-output', Output: 'p.go:1: syntax error\n' },
    { ImportPath: 'p', Action: 'build-fail' },
    { Action: 'fail', Package: 'p', Elapsed: 0, FailedBuild: 'p' },
  );
  assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
  assert.ok(lines.includes('p.go:1: syntax error') && lines.includes('FAIL  p'), lines.join('\n'));
});

test('a package that broke off shows the output of the tests that were under way', async () => {
  const { failed, lines } = await tallied(
    { Action: 'output', Package: 'p', Test: 'TestA', Output: 'panic: boom\n' },
    { Action: 'fail', Package: 'p', Elapsed: 0 },
  );
  assert.equal(failed, 1);
  assert.ok(lines.includes('panic: boom') && lines.includes('FAIL  p'), lines.join('\n'));
});

test('a line that is no event is shown as it is', async () => {
  const { lines } = await tallied('go: cannot find module', { Action: 'pass', Package: 'p', Elapsed: 1 });
  assert.ok(lines.includes('go: cannot find module'), lines.join('\n'));
});

test('skipped tests have neither passed nor failed', async () => {
  const { passed, failed } = await tallied(
    { Action: 'skip', Package: 'p', Test: 'TestA' },
    { Action: 'pass', Package: 'p', Test: 'TestB' },
    { Action: 'pass', Package: 'p', Elapsed: 1 },
  );
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 });
});

test('what failed is named by its package and its outermost test, a package by itself', async () => {
  const { failing } = await tallied(
    { Action: 'fail', Package: 'kaiin/p', Test: 'TestA/row' },
    { Action: 'fail', Package: 'kaiin/p', Test: 'TestA' },
    { Action: 'fail', Package: 'kaiin/p' },
    { Action: 'fail', Package: 'kaiin/q' },
  );
  assert.deepEqual(failing, [{ name: 'kaiin/p', test: 'TestA' }, { name: 'kaiin/q' }]);
});

const failedOnce = (again) => ({
  passed: 3,
  failed: 2,
  tests: [],
  troubles: ['failed: p TestA/row: late'],
  failing: [{ name: 'kaiin/p', test: 'TestA' }],
  again,
});
const fine = { passed: 1, failed: 0, tests: [], troubles: [], failing: [] };

test('the only test that failed is tried again, and named as a defect when it passes then', async () => {
  const [, second] = await secondTry([fine, failedOnce(async () => ({ passed: 2, failed: 0 }))]);
  assert.equal(second.failed, 0);
  assert.equal(second.passed, 5);
  assert.deepEqual(second.troubles, ['passed when tried again, a defect to explain: p TestA/row: late']);
});

test('a test that fails twice has failed', async () => {
  const [first] = await secondTry([failedOnce(async () => ({ passed: 0, failed: 2 }))]);
  assert.equal(first.failed, 2);
});

test('two tests that failed are not tried again, nor is a package that failed without one', async () => {
  const never = () => assert.fail('tried again');
  const two = [failedOnce(never), failedOnce(never)];
  assert.deepEqual(await secondTry(two), two);
  const broken = [{ ...failedOnce(never), failing: [{ name: 'kaiin/p' }] }];
  assert.deepEqual(await secondTry(broken), broken);
});
