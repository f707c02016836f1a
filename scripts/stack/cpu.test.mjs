import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessorTime, parse } from './cpu.mjs';

const line = (name, parent, times) => `7 (${name}) S ${parent} 7 7 0 -1 4194304 1 2 3 4 ${times.join(' ')} 20 0 1 0`;

/**
 * The time of processes that are as each look is told: `{ pid: [parent, own, waited] }`, in
 * hundredths of a second.
 */
function timeOf(...looks) {
  const rows = looks.map(
    (look) =>
      new Map(Object.entries(look).map(([pid, [parent, own, waited = 0]]) => [Number(pid), { parent, own, waited }])),
  );
  return new ProcessorTime(() => rows.shift());
}

test("a process's own time and that of the children it waited for are read, whatever its name", () => {
  assert.deepEqual(parse(line('node', 3, [10, 4, 2, 1])), { name: 'node', parent: 3, own: 14, waited: 3 });
  assert.deepEqual(parse(line('a ) b (c', 3, [1, 0, 0, 0])), { name: 'a ) b (c', parent: 3, own: 1, waited: 0 });
});

test('the time of a process is that of all that descend from it, and of no other', () => {
  const time = timeOf({ 1: [0, 1000], 2: [1, 10], 3: [2, 5], 4: [3, 1], 5: [1, 100] });
  time.look();
  assert.equal(time.of(2), 0.16);
  assert.equal(time.of(9), 0);
});

test('what ended between two looks counts once, by what its parent waited for', () => {
  // 30 of the 70 were seen; the others are of the last moment and of a child that was never seen.
  const time = timeOf({ 2: [1, 10], 3: [2, 30] }, { 2: [1, 10, 70] });
  time.look();
  time.look();
  assert.equal(time.of(2).toFixed(2), '0.80');
});

test('what ended without a parent that waited counts as it was last seen', () => {
  const time = timeOf({ 2: [1, 10], 3: [2, 30] }, { 2: [1, 10] });
  time.look();
  time.look();
  assert.equal(time.of(2).toFixed(2), '0.40');
});

test('those who end at the same time as their parent count once', () => {
  const time = timeOf({ 2: [1, 0], 3: [2, 10], 4: [3, 500] }, { 2: [1, 0, 520] });
  time.look();
  time.look();
  assert.equal(time.of(2).toFixed(2), '5.20');
});

test('a process whose parent has ended stays with those it came from', () => {
  const time = timeOf({ 2: [1, 1], 3: [2, 2], 4: [3, 4] }, { 2: [1, 1, 2], 4: [1, 8] });
  time.look();
  time.look();
  assert.equal(time.of(2).toFixed(2), '0.11');
});

test('a look answers what was taken since the last one, by the same processes', () => {
  const time = timeOf({ 2: [1, 10], 3: [2, 5] }, { 2: [1, 10], 3: [2, 9] });
  const first = time.look();
  assert.deepEqual(
    first.map(({ process: { pid }, seconds }) => [pid, seconds]),
    [
      [2, 0.1],
      [3, 0.05],
    ],
  );
  const [{ process, seconds }] = time.look();
  assert.equal(seconds, 0.04);
  assert.equal(process, first[1].process);
  assert.equal(process.from, first[0].process);
});
