import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inLanes, report, table } from './schedule.mjs';

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

const costs = (client, server = 0, database = 0, compilers = 0) => ({ client, server, database, compilers });

const results = [
  {
    name: 'web',
    passed: 20,
    failed: 0,
    from: 1000,
    wall: 80,
    costs: costs(120.4),
    rest: new Map(),
    tests: Array.from({ length: 20 }, (_, n) => ({
      file: 'web/a.test.ts',
      name: `test ${n}`,
      seconds: n,
      from: 0,
      to: n,
      costs: costs(n),
    })),
  },
  {
    name: 'journeys',
    passed: 2,
    failed: 1,
    from: 81_000,
    wall: 300,
    costs: costs(300, 150, 50),
    rest: new Map([['', costs(0, 7)]]),
    tests: [{ file: 'e2e/pay.spec.ts', name: 'pays', seconds: 30.25, from: 0, to: 30_250, costs: costs(12, 8.25) }],
    troubles: ['failed: pays: why'],
  },
];

test('the end names the dearest files and tests, each suite with its times, what failed and why, and the sum of all', () => {
  const lines = report(results, 305.2, costs(5, 0, 10), 1000);
  assert.deepEqual(lines.slice(0, 5), [
    '',
    'The dearest files, in seconds: of processors, by the clock, client, server, database, compilers:',
    '  190.0    0.0     190.0       0.0       0.0       0.0  web  web/a.test.ts',
    '   20.3   30.3      12.0       8.3       0.0       0.0  journeys  e2e/pay.spec.ts',
    '    7.0    0.0       0.0       7.0       0.0       0.0  journeys  (all)',
  ]);
  assert.deepEqual(lines.slice(6, 9), [
    'The dearest tests, in seconds: of processors, by the clock, client, server, database, compilers:',
    '   20.3   30.3      12.0       8.3       0.0       0.0  journeys  pays',
    '   19.0   19.0      19.0       0.0       0.0       0.0  web  test 19',
  ]);
  assert.deepEqual(lines.slice(23), [
    'suite        passed failed  began   wall processors    client    server  database compilers',
    'journeys          2      1    80 s  300 s    500.0 s     300.0     150.0      50.0       0.0',
    'web              20      0     0 s   80 s    120.4 s     120.4       0.0       0.0       0.0',
    'upkeep                                       15.0 s       5.0       0.0      10.0       0.0  of PostgreSQL itself and this program',
    'all in 305 s, 635 s of processors',
    'failed: pays: why',
    '22 passed, 1 failed',
  ]);
});

test('the table of a run has a line for each test, and one for what a file took between them', () => {
  assert.deepEqual(table(results, 1000).split('\n').slice(-4), [
    'web\tweb/a.test.ts\ttest 19\t-1.00\t19.00\t19.00\t0.00\t0.00\t0.00',
    'journeys\te2e/pay.spec.ts\tpays\t-1.00\t30.25\t12.00\t8.25\t0.00\t0.00',
    'journeys\t\t(between tests)\t0.00\t0.00\t0.00\t7.00\t0.00\t0.00',
    '',
  ]);
});
