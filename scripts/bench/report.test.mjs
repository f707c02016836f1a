import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from './report.mjs';

const page = { layout: 'Guest', path: '/', nextMs: 2, apiMs: 0.2, postgresMs: 0.1, bareMs: 1, next: 2, whole: 2.3 };
const act = { name: 'login', microseconds: 1, time: 1, rowsOfFew: 1, rows: 1, pagesOfFew: 1, pagesOfMany: 2 };

const all = {
  pages: [page],
  patches: [{ patch: 'early', what: 'until drawn', on: 1, off: 1.2, ratio: 1.2 }],
  screenData: 5,
  visitors: { path: '/', ratio: 9, shared: 900, single: 100, memoryMB: 60 },
  readySeconds: 4,
  flooded: { calm: 20, flooded: 21, ratio: 1.05, answered: 100, sent: 180 },
  memory: { before: 50, after: 90, later: 70, logins: 300 },
  logins: { passwordsASecond: 20, passwordsToBareHashes: 1, codesASecond: 100, sessionsASecond: 5000 },
  renewed: { aSecond: 300, minutes: 6, codeSeconds: 0.1, moreMB: 1, two: 1.9, history: 1 },
  bought: { ms: 30, least: 30 },
  actMs: 0.5,
  searches: [
    { name: 'a phone number', ms: 0.2, time: 1.1 },
    { name: 'a word of all', ms: 1, time: 9 },
  ],
  growth: { acts: [act], members: 100_000, bytes: { charges: 4000, all: 40_000 } },
  provider: { refresh: { ms: 1, bare: 2 } },
};

test('what is within its bounds is printed, and nothing is missed', () => {
  const lines = [];
  assert.deepEqual(
    report(all, (line) => lines.push(line)),
    [],
  );
  const text = lines.join('\n');
  assert.equal(text.match(/holds/g).length, 21);
  assert.doesNotMatch(text, /MISSED|undefined|NaN/);
});

test('each figure that misses its bound is told again, with the bound', () => {
  const slow = {
    ...all,
    pages: [{ ...page, whole: 7 }],
    growth: { ...all.growth, acts: [act, { ...act, name: 'purge', rows: 2 }] },
    searches: [...all.searches, { name: 'an address', ms: 1, time: 1.6 }],
    screenData: 1,
  };
  const missed = report(slow, () => {});
  assert.equal(missed.length, 4);
  assert.match(missed[0], /^\/ .*MISSED \(at most 4 and 6\)$/);
  assert.match(missed[1], /^purge .*MISSED \(at most 1\.3\)$/);
  assert.match(missed[2], /^an address .*MISSED \(at most 150 ms and 1\.5\)$/);
  assert.match(missed[3], /^data of a page .*MISSED \(at least 2\)$/);
});

test('parts without a figure are left out, and the others are printed', () => {
  for (const name of Object.keys(all)) {
    const { [name]: _, ...others } = all;
    const lines = [];
    assert.deepEqual(
      report(others, (line) => lines.push(line)),
      [],
    );
    assert.doesNotMatch(lines.join('\n'), /undefined|NaN/);
  }
  assert.deepEqual(
    report({}, () => {}),
    [],
  );
});
