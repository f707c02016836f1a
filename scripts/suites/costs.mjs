import { readFileSync, readlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { checkout } from '../stack/checkout.mjs';
import { attempt, ProcessorTime } from '../stack/cpu.mjs';

const interval = 1000; // milliseconds between two looks

/**
 * What takes processor time for a test: the test and its browser, the servers, PostgreSQL,
 * compilers and linkers.
 */
export const kinds = ['client', 'server', 'database', 'compilers'];

/**
 * Counts the processor time of this program and of everything it starts, by suite, kind and Go
 * package, and when it was taken.
 */
export class Costs {
  #time;
  #describe;
  #extra;
  #suites = new Map();
  #gains = [];
  #last = Date.now();
  #timer = null;

  /**
   * `extra` are ids of processes to count that are not ours, such as a PostgreSQL that ran before.
   * Tests give other processes, and say what they are.
   */
  constructor({ extra = [], time = new ProcessorTime(), describe = description } = {}) {
    this.#extra = extra;
    this.#time = time;
    this.#describe = describe;
  }

  /** Begins to look, without keeping the program alive. */
  start() {
    this.look();
    this.#gains = [];
    this.#timer = setInterval(() => this.look(), interval);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
    this.look();
  }

  /** From now on what the process and its descendants take belongs to the suite. */
  follow(pid, suite) {
    this.#suites.set(pid, suite);
  }

  /** Looks now. `now` is the time in milliseconds. */
  look(now = Date.now()) {
    const window = { from: this.#last, to: now };
    this.#last = now;
    for (const { process, seconds } of this.#time.look()) this.#note(process, window, seconds);
  }

  /**
   * The seconds that a suite has taken, by kind; those of no suite for null, such as PostgreSQL's
   * own upkeep and this program.
   */
  of(suite) {
    return sum(this.#gains.filter((gain) => gain.suite === suite));
  }

  /**
   * Gives each test its share, `[{ …test, costs }]`, and says what remains for no test. What a
   * package's program took goes to those of its tests that ran then; what is shared, such as a
   * server of all journeys, to all tests of the suite that ran then, in equal parts.
   */
  shares(suite, tests) {
    const shared = tests.map((test) => ({ ...test, costs: nothing() }));
    const rest = new Map();
    for (const gain of this.#gains) {
      if (gain.suite !== suite) continue;
      const running = shared
        .filter(({ unit }) => !gain.unit || !unit || unit === gain.unit)
        .map((test) => ({ test, part: Math.min(test.to, gain.to) - Math.max(test.from, gain.from) }))
        .filter(({ part }) => part > 0);
      const whole = running.reduce((total, { part }) => total + part, 0);
      for (const { test, part } of running) test.costs[gain.kind] += (gain.seconds * part) / whole;
      if (whole > 0) continue;
      const left = rest.get(gain.unit ?? '') ?? nothing();
      left[gain.kind] += gain.seconds;
      rest.set(gain.unit ?? '', left);
    }
    return { tests: shared, rest };
  }

  #note(process, { from, to }, seconds) {
    const owner = this.#ownerOf(process);
    if (owner === undefined) return;
    const last = this.#gains.at(-1);
    const same = last && last.to === to && ['suite', 'unit', 'kind'].every((key) => last[key] === owner[key]);
    if (same) last.seconds += seconds;
    else this.#gains.push({ ...owner, from, to, seconds });
  }

  // Whose time it is; undefined for processes that are not ours.
  #ownerOf(from) {
    const { kind, database } = this.#describe(from);
    let unit = null;
    let suite = database;
    let ours = false;
    for (let at = from; at; at = at.from) {
      unit ??= this.#describe(at).unit;
      suite ??= this.#suites.get(at.pid) ?? null;
      ours ||= at.pid === process.pid || this.#suites.has(at.pid) || this.#extra.includes(at.pid);
    }
    return ours ? { suite, unit: kind === 'compilers' ? null : unit, kind } : undefined;
  }
}

/** The sum of costs, by kind. */
export function sum(gains) {
  const total = nothing();
  for (const { kind, seconds } of gains) total[kind] += seconds;
  return total;
}

/** All kinds together, in seconds. */
export const whole = (costs) => kinds.reduce((total, kind) => total + costs[kind], 0);

const nothing = () => Object.fromEntries(kinds.map((kind) => [kind, 0]));

const compilers = new Set('go compile link asm cgo buildid vet gofmt gcc cc1 as ld collect2 staticcheck'.split(' '));

/** What a process is, by the name that the system has for it and the words of its command. */
export function kindOf(name, words) {
  if (name === 'postgres') return 'database';
  if (compilers.has(name) || /next-build|next\/dist\/bin\/next build/.test(words)) return 'compilers';
  if (/^kaiin/.test(name) || /next-server|standalone\/web\/server\.js/.test(words)) return 'server';
  return 'client';
}

/**
 * The suite whose database a backend of PostgreSQL serves, by its title; null for all others.
 * Databases are named by their suite.
 */
export function suiteOf(title) {
  const [, database] = /^postgres: (?:autovacuum worker|\S+) (\S+)/.exec(title) ?? [];
  if (database?.startsWith('kaiin_journeys')) return 'journeys';
  return /^(go|blackbox)_/.exec(database ?? '')?.[1] ?? null;
}

const described = new WeakMap(); // processes; looking it up again would cost more than the counting

// The kind of a process; the Go package whose tests it runs; the suite whose database it serves.
function description(process) {
  const { pid, name } = process;
  const known = described.get(process);
  if (known?.name === name && known.settled) return known;
  const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').replaceAll('\0', ' ');
  const kind = kindOf(name, words);
  // The program of a package's tests runs in the folder of the package. The system cuts names after
  // 15 characters.
  const program = /\.test(?= |$)/.test(words.split(' ')[0]) && attempt(() => readlinkSync(`/proc/${pid}/cwd`), '');
  const unit = program ? relative(checkout, program) : null;
  const database = kind === 'database' ? suiteOf(words) : null;
  // A process may become another one, and has its title only after a moment.
  const found = { name, kind, unit, database, settled: known?.name === name };
  if (words || !known) described.set(process, found); // one that has ended is what it was
  return described.get(process);
}
