import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessorTime } from '../stack/cpu.mjs';
import { Costs, kindOf, suiteOf, whole } from './costs.mjs';

/**
 * Costs of processes that are as `look` is told, `{ pid: { parent, own, kind, … } }`, in hundredths
 * of a second.
 */
function costsOf(...looks) {
  const rows = looks.map((look) => new Map(Object.entries(look).map(([pid, row]) => [Number(pid), row])));
  return new Costs({ time: new ProcessorTime(() => rows.shift()), describe: (found) => found });
}

const me = process.pid;
const row = (parent, own, more = {}) => ({
  parent,
  own,
  waited: 0,
  kind: 'client',
  unit: null,
  database: null,
  ...more,
});

test('each process counts for the suite it was started by, and those of strangers not at all', () => {
  const costs = costsOf(
    { [me]: row(1, 0), 100: row(me, 100), 200: row(me, 50), 300: row(1, 999) },
    { [me]: row(1, 10), 100: row(me, 150), 101: row(100, 40, { kind: 'server' }), 200: row(me, 50), 300: row(1, 2000) },
  );
  costs.follow(100, 'journeys');
  costs.follow(200, 'go');
  costs.look();
  costs.look();
  assert.deepEqual(costs.of('journeys'), { client: 1.5, server: 0.4, database: 0, compilers: 0 });
  assert.equal(whole(costs.of('go')), 0.5);
  assert.equal(whole(costs.of(null)), 0.1);
});

test("PostgreSQL's work belongs to the suite whose database it serves", () => {
  assert.equal(suiteOf('postgres: kaiin go_123 127.0.0.1(4242) SELECT'), 'go');
  assert.equal(suiteOf('postgres: kaiin blackbox_seeded 127.0.0.1(4242) idle'), 'blackbox');
  assert.equal(suiteOf('postgres: kaiin kaiin_journeys_8080 127.0.0.1(4242) idle'), 'journeys');
  assert.equal(suiteOf('postgres: autovacuum worker go_123 '), 'go');
  assert.equal(suiteOf('postgres: checkpointer '), null);
  const costs = costsOf({
    [me]: row(1, 0),
    50: row(me, 0, { kind: 'database' }),
    51: row(50, 25, { kind: 'database', database: 'go' }),
  });
  costs.look();
  assert.deepEqual(costs.of('go'), { client: 0, server: 0, database: 0.25, compilers: 0 });
});

test('kinds are told by name and command', () => {
  assert.equal(kindOf('compile', '/go/pkg/tool/compile -o x'), 'compilers');
  assert.equal(kindOf('postgres', 'postgres: kaiin go_1'), 'database');
  assert.equal(kindOf('kaiin', '.run/kaiin serve'), 'server');
  assert.equal(kindOf('next-server (v1', 'next-server (v16.4.6)'), 'server');
  assert.equal(kindOf('node', '/usr/bin/node web/.next/standalone/web/server.js'), 'server');
  assert.equal(kindOf('store.test', '/tmp/go-build1/b2/store.test -test.count=1'), 'client');
  assert.equal(kindOf('chrome-headless', '/usr/bin/chromium-headless-shell --type=renderer'), 'client');
});

test('tests share what was taken while they ran: their own package’s alone, a server’s all that ran', () => {
  const package1 = { unit: 'server/base/store' };
  const costs = costsOf(
    { 100: row(me, 0), 101: row(100, 0, package1), 102: row(100, 0, { kind: 'server' }) },
    { 100: row(me, 0), 101: row(100, 300, package1), 102: row(100, 200, { kind: 'server' }) },
    { 100: row(me, 0), 101: row(100, 310, package1), 102: row(100, 200, { kind: 'server' }) },
  );
  costs.follow(100, 'go');
  costs.look(0);
  costs.look(1000);
  costs.look(2000);
  const tests = [
    { name: 'A', unit: 'server/base/store', from: 0, to: 1000 },
    { name: 'B', unit: 'server/base/store', from: 500, to: 1000 },
    { name: 'C', unit: 'server/identity/login', from: 0, to: 500 },
  ];
  const { tests: shared, rest } = costs.shares('go', tests);
  assert.deepEqual(
    shared.map(({ costs: { client } }) => client),
    [2, 1, 0],
  );
  assert.deepEqual(
    shared.map(({ costs: { server } }) => server),
    [1, 0.5, 0.5],
  );
  assert.deepEqual([...rest], [['server/base/store', { client: 0.1, server: 0, database: 0, compilers: 0 }]]);
});
