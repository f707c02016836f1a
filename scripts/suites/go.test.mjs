import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GoTally } from './go.mjs';

function tallied(...events) {
  const lines = [];
  const tally = new GoTally((line) => lines.push(line));
  for (const event of events) tally.read(typeof event === 'string' ? event : JSON.stringify(event));
  return { passed: tally.passed, failed: tally.failed, lines, tests: tally.tests };
}

test('tests and subtests count, passed ones stay silent, and a test takes the time of its subtests', () => {
  const { tests, ...rest } = tallied(
    { Action: 'output', Package: 'p', Test: 'TestA/row', Output: 'noise\n' },
    { Action: 'pass', Package: 'kaiin/p', Test: 'TestA/row', Elapsed: 0.25 },
    { Action: 'pass', Package: 'kaiin/p', Test: 'TestA', Elapsed: 0.5 },
    { Action: 'pass', Package: 'p', Elapsed: 1.5 },
  );
  assert.deepEqual(rest, { passed: 2, failed: 0, lines: ['ok      p (1.5 s)'] });
  assert.deepEqual(tests, [{ name: 'p TestA', seconds: 0.5 }]);
});

test('a failed test shows what it wrote', () => {
  const { failed, lines } = tallied(
    { Action: 'output', Package: 'p', Test: 'TestA', Output: 'a_test.go:7: wrong\n' },
    { Action: 'fail', Package: 'p', Test: 'TestA' },
    { Action: 'fail', Package: 'p', Elapsed: 0.1 },
  );
  assert.deepEqual({ failed, lines }, { failed: 1, lines: ['a_test.go:7: wrong', 'FAILED  p (0.1 s)'] });
});

test('a package that does not compile counts as one failure and shows why', () => {
  const { failed, lines } = tallied(
    { ImportPath: 'p', Action: 'build-output', Output: 'p.go:1: syntax error\n' },
    { ImportPath: 'p', Action: 'build-fail' },
    { Action: 'fail', Package: 'p', Elapsed: 0 },
  );
  assert.deepEqual({ failed, lines }, { failed: 1, lines: ['p.go:1: syntax error', 'FAILED  p (0.0 s)'] });
});

test('a package that broke off shows the output of the tests that were under way', () => {
  const { failed, lines } = tallied(
    { Action: 'output', Package: 'p', Test: 'TestA', Output: 'panic: boom\n' },
    { Action: 'fail', Package: 'p', Elapsed: 0 },
  );
  assert.deepEqual({ failed, lines }, { failed: 1, lines: ['panic: boom', 'FAILED  p (0.0 s)'] });
});

test('a line that is no event is shown as it is', () => {
  assert.deepEqual(tallied('go: cannot find module').lines, ['go: cannot find module']);
});
