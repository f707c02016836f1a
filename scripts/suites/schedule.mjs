import { stripVTControlCharacters } from 'node:util';
import { kinds, sum, whole } from './costs.mjs';

/** Runs every name in turn, so many at once; a lane that has become free takes the next. */
export async function inLanes(names, lanes, run) {
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await run(name);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * What a suite starts its processes by: it notes whose they are, and how long the suite takes by
 * the clock.
 */
export class Meter {
  #processes;
  #costs;
  #suite;
  #began = Date.now();

  constructor(processes, costs, suite) {
    this.#processes = processes;
    this.#costs = costs;
    this.#suite = suite;
  }

  say(text) {
    this.#processes.say(text);
  }

  run(name, command, args, options) {
    return this.#processes.run(name, command, args, this.#measured(options));
  }

  finish(name, command, args, options) {
    return this.#processes.finish(name, command, args, this.#measured(options));
  }

  /**
   * Ends the measuring: when the suite began and ended, in milliseconds, and its seconds by
   * the clock.
   */
  stop() {
    const to = Date.now();
    return { from: this.#began, to, wall: (to - this.#began) / 1000 };
  }

  #measured(options = {}) {
    return { ...options, onStart: (pid) => this.#costs.follow(pid, this.#suite) };
  }
}

/** The line that tells of a test that failed, and why. */
export function failure(name, why, verdict = 'failed') {
  return `${verdict}: ${name}: ${stripVTControlCharacters(why).replace(/\s+/g, ' ').trim().slice(0, 600)}`;
}

const listed = 15;
const seconds = (value, width = 5) => `${value.toFixed(0).padStart(width)} s`;
const tenths = (value, width = 7) => value.toFixed(1).padStart(width);
const split = (costs) => kinds.map((kind) => tenths(costs[kind], 10)).join('');
const heads = kinds.map((kind) => kind.padStart(10)).join('');

/**
 * The lines at the end of a run: its dearest files and tests, where its time went, what failed and
 * why, and the sum of all. `results` are the suites, each with the shares of its tests and what
 * remains for none; `upkeep` is what was taken for no suite, by kind.
 */
export function report(results, wall, upkeep, began) {
  const all = results.flatMap(({ name, tests }) => tests.map((test) => ({ ...test, suite: name })));
  const total = (key) => results.reduce((count, result) => count + result[key], 0);
  const taken = whole(upkeep) + results.reduce((count, { costs }) => count + whole(costs), 0);
  return [
    '',
    ...dearest('files', filesOf(results)),
    '',
    ...dearest('tests', all),
    '',
    `suite        passed failed  began   wall processors${heads}`,
    ...results.toSorted((a, b) => b.wall - a.wall).map((result) => suiteRow(result, began)),
    `${'upkeep'.padEnd(41)}${tenths(whole(upkeep), 8)} s${split(upkeep)}  of PostgreSQL itself and this program`,
    `all in ${wall.toFixed(0)} s, ${taken.toFixed(0)} s of processors`,
    ...results.flatMap(({ troubles = [] }) => troubles),
    `${total('passed')} passed, ${total('failed')} failed`,
  ];
}

function suiteRow({ name, passed, failed, from, wall, costs }, began) {
  const counts = `${String(passed).padStart(6)} ${String(failed).padStart(6)}`;
  const clock = `${seconds((from - began) / 1000)}${seconds(wall)}`;
  return `${name.padEnd(12)} ${counts} ${clock} ${tenths(whole(costs), 8)} s${split(costs)}`;
}

function dearest(what, rows) {
  const sorted = rows.toSorted((a, b) => whole(b.costs) - whole(a.costs)).slice(0, listed);
  return [
    `The dearest ${what}, in seconds: of processors, by the clock, ${kinds.join(', ')}:`,
    ...sorted.map((row) => {
      const named = row.suite ? `${row.suite}  ${row.name}` : row.name;
      return `${tenths(whole(row.costs))}${tenths(row.seconds)}${split(row.costs)}  ${named}`;
    }),
  ];
}

/**
 * The files of all suites, or packages of Go: what their tests have taken, and what was taken
 * between those.
 */
export function filesOf(results) {
  return results.flatMap(({ name: suite, tests, rest }) => {
    const files = new Map();
    const of = (file) => {
      if (!files.has(file)) files.set(file, { suite, name: file || '(all)', from: Infinity, to: 0, parts: [] });
      return files.get(file);
    };
    for (const { file, from, to, costs } of tests) {
      const row = of(file);
      row.from = Math.min(row.from, from);
      row.to = Math.max(row.to, to);
      row.parts.push(costs);
    }
    for (const [unit, costs] of rest) of(unit).parts.push(costs);
    return [...files.values()].map(({ suite, name, from, to, parts }) => ({
      suite,
      name,
      seconds: Math.max(0, (to - from) / 1000),
      costs: sum(parts.flatMap((costs) => kinds.map((kind) => ({ kind, seconds: costs[kind] })))),
    }));
  });
}

/**
 * Every test as a line of columns parted by tabs: suite, file, test, when it began, its seconds by
 * the clock and of processors by kind.
 */
export function table(results, began) {
  const rows = results.flatMap(({ name: suite, tests, rest }) => [
    ...tests.map(({ file, name, from, seconds, costs }) => [suite, file, name, (from - began) / 1000, seconds, costs]),
    ...[...rest].map(([file, costs]) => [suite, file, '(between tests)', 0, 0, costs]),
  ]);
  const head = ['suite', 'file', 'test', 'began', 'wall', ...kinds].join('\t');
  const line = ([suite, file, name, at, wall, costs]) =>
    [suite, file, name, ...[at, wall, ...kinds.map((kind) => costs[kind])].map((value) => value.toFixed(2))].join('\t');
  return [head, ...rows.map(line), ''].join('\n');
}
