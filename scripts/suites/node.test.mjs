import assert from 'node:assert/strict';
import { test } from 'node:test';
import { times, together, troubles } from './node.mjs';

const attempt = (...messages) => ({ errors: messages.map((message) => ({ message })) });
const journey = (title, status, ...results) => ({
  title,
  tests: [{ projectName: 'phone', status, results }],
});

test('journeys that needed a second try and those that failed are named with what went wrong', () => {
  const specs = [
    journey('pays', 'expected', attempt()),
    journey('leaves', 'flaky', attempt('\u001b[31mno button\u001b[39m\n  at all'), attempt()),
    journey('returns', 'unexpected', attempt('late', 'a complaint'), attempt('late again')),
  ];
  assert.deepEqual(troubles([{ title: 'life.spec.ts', suites: [{ title: 'in English', specs }] }]), [
    'passed when tried again, a defect to explain: [phone] life.spec.ts › in English › leaves: no button at all',
    'failed: [phone] life.spec.ts › in English › returns: late | a complaint',
    'failed: [phone] life.spec.ts › in English › returns: late again',
  ]);
});

test('a journey that was tried twice has the time of both tries', () => {
  const results = [
    { startTime: '2026-11-25T12:00:00.000Z', duration: 2000 },
    { startTime: '2026-11-25T12:00:03.000Z', duration: 1500 },
  ];
  const specs = [{ title: 'pays', tests: [{ projectName: 'phone', results }] }];
  const from = Date.parse('2026-11-25T12:00:00Z');
  assert.deepEqual(times([{ file: 'life.spec.ts', suites: [{ file: 'life.spec.ts', specs }] }]), [
    { file: 'e2e/life.spec.ts', name: '[phone] pays', seconds: 4.5, from, to: from + 4500 },
  ]);
});

const run = (code, expected, unexpected, flaky) => ({ code, suites: [], stats: { expected, unexpected, flaky } });
const counts = (...runs) => {
  const { passed, failed } = together(runs);
  return { passed, failed };
};

test('one journey of all may need a second try, two have failed', () => {
  assert.deepEqual(counts(run(0, 8, 0, 1), run(0, 3, 0, 0)), { passed: 12, failed: 0 });
  assert.deepEqual(counts(run(0, 8, 0, 1), run(0, 3, 0, 1)), { passed: 11, failed: 2 });
  assert.deepEqual(counts(run(0, 8, 0, 2), run(0, 3, 0, 0)), { passed: 11, failed: 2 });
  assert.deepEqual(counts(run(1, 8, 1, 1), run(0, 3, 0, 0)), { passed: 12, failed: 1 });
});

test('a run of journeys that ran none, or that failed without naming one, counts as one failure', () => {
  assert.deepEqual(counts(run(0, 8, 0, 0), run(0, 0, 0, 0)), { passed: 8, failed: 1 });
  assert.deepEqual(counts(run(1, 8, 0, 0), run(0, 3, 0, 0)), { passed: 11, failed: 1 });
});
