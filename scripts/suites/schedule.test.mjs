import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inLanes, report } from './schedule.mjs';

test('two run at once, in the given order, and the next begins when one has ended', async () => {
  const events = [];
  const ends = {};
  const all = inLanes(['journeys', 'go', 'web'], 2, (name) => {
    events.push(`${name} begins`);
    return new Promise((resolve) => {
      ends[name] = async () => {
        events.push(`${name} ends`);
        resolve();
        await turn();
      };
    });
  });
  for (const name of ['go', 'web', 'journeys']) await ends[name]();
  await all;
  assert.deepEqual(events, ['journeys begins', 'go begins', 'go ends', 'web begins', 'web ends', 'journeys ends']);
});

test('the end names the slowest tests, each suite with its times, what failed and why, and the sum of all', () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ name: `test ${n}`, seconds: n }));
  const lines = report(
    [
      { name: 'web', passed: 20, failed: 0, wall: 80, cpu: 120.4, tests: many },
      {
        name: 'journeys',
        passed: 2,
        failed: 1,
        wall: 300,
        cpu: 500,
        tests: [{ name: 'pays', seconds: 30.25 }],
        troubles: ['failed: pays: why'],
      },
    ],
    305.2,
  );
  assert.deepEqual(lines.slice(0, 4), [
    '',
    'The slowest tests:',
    '   30.3 s  journeys  pays',
    '   19.0 s  web  test 19',
  ]);
  assert.deepEqual(lines.slice(17), [
    '',
    'journeys        2 passed    1 failed   300 s   500 s of processors',
    'web            20 passed    0 failed    80 s   120 s of processors',
    'all in 305 s',
    'failed: pays: why',
    '22 passed, 1 failed',
  ]);
});
