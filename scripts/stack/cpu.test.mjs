import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, sumOf } from './cpu.mjs';

const line = (name, parent, times) => `7 (${name}) S ${parent} 7 7 0 -1 4194304 1 2 3 4 ${times.join(' ')} 20 0 1 0`;

test("a process's own time and that of the children it has waited for are read, whatever its name", () => {
  assert.deepEqual(parse(line('node', 3, [10, 4, 2, 1])), { parent: 3, ticks: 17 });
  assert.deepEqual(parse(line('a ) b (c', 3, [1, 0, 0, 0])), { parent: 3, ticks: 1 });
});

test('the time of a process is that of all that descend from it, and of nobody else', () => {
  const all = new Map([
    [1, { parent: 0, ticks: 1000 }],
    [2, { parent: 1, ticks: 10 }],
    [3, { parent: 2, ticks: 5 }],
    [4, { parent: 3, ticks: 1 }],
    [5, { parent: 1, ticks: 100 }],
  ]);
  assert.equal(sumOf(2, all), 16);
  assert.equal(sumOf(9, all), 0);
});
