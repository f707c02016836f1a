import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grown, report } from './report.mjs';

const plain = { median: 2, p95: 4, processorMs: 1 };
const found = {
  ...{ rounds: 10, aSecond: 5, median: 4, p95: 12, processorMs: 3, failed: 0, leftOut: 0, complaint: '' },
  ...{ memory: { times: 1.02, most: 120 }, bare: plain },
};

test('memory that grows after the beginning is seen, and that of the beginning is none', () => {
  assert.deepEqual(grown([10, 50, 100, 100, 100, 100, 100, 100]), { times: 1, most: 100 });
  assert.equal(grown([10, 50, 100, 100, 110, 120, 130, 150]).times, 1.5);
});

test('a scene holds where nothing failed, was left out, was forgotten or grew', () => {
  const said = [];
  assert.equal(
    report({ premiere: found, month: { ...found, due: 9, renewed: 9 } }, (line) => said.push(line)),
    true,
  );
  assert.match(said.join('\n'), /in the middle +4\.0 ms, 2\.0 × bare/);
  assert.match(said.join('\n'), /renewed +9 of 9 {2}holds/);
  for (const wrong of [
    { failed: 1 },
    { leftOut: 1 },
    { complaint: 'no' },
    { memory: { times: 1.2, most: 1 } },
    { due: 9, renewed: 8 },
  ])
    assert.equal(
      report({ premiere: { ...found, ...wrong } }, () => {}),
      false,
      JSON.stringify(wrong),
    );
});
