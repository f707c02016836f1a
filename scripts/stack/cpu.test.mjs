import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, see, totalOf } from './cpu.mjs';

const line = (name, parent, times) => `7 (${name}) S ${parent} 7 7 0 -1 4194304 1 2 3 4 ${times.join(' ')} 20 0 1 0`;

test("a process's own time and that of the children it waited for are read, whatever its name", () => {
  assert.deepEqual(parse(line('node', 3, [10, 4, 2, 1])), { parent: 3, own: 14, waited: 3 });
  assert.deepEqual(parse(line('a ) b (c', 3, [1, 0, 0, 0])), { parent: 3, own: 1, waited: 0 });
});

test('the time of a process is that of all that descend from it, and of nobody else', () => {
  const known = new Map();
  see(known, 1, { parent: 0, own: 1000, waited: 0 });
  see(known, 2, { parent: 1, own: 10, waited: 0 });
  see(known, 3, { parent: 2, own: 5, waited: 0 });
  see(known, 4, { parent: 3, own: 1, waited: 0 });
  see(known, 5, { parent: 1, own: 100, waited: 0 });
  assert.equal(totalOf(2, known), 16);
  assert.equal(totalOf(9, known), 0);
});

test('what has ended counts once: as its parent waited for it, or as it was last seen', () => {
  const known = new Map();
  see(known, 2, { parent: 1, own: 10, waited: 40 }); // for a child that was seen at 30, and for one that was not
  see(known, 3, { parent: 2, own: 30, waited: 0 });
  known.get(3).running = false;
  assert.equal(totalOf(2, known), 50);
  see(known, 2, { parent: 1, own: 10, waited: 0 }); // for nobody
  assert.equal(totalOf(2, known), 40);
});

test('a process whose parent has ended stays with those it came from', () => {
  const known = new Map();
  see(known, 2, { parent: 1, own: 1, waited: 0 });
  see(known, 3, { parent: 2, own: 2, waited: 0 });
  see(known, 4, { parent: 3, own: 4, waited: 0 });
  known.get(3).running = false;
  see(known, 4, { parent: 1, own: 8, waited: 0 });
  assert.equal(totalOf(2, known), 11);
});
