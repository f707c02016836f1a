import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { relative } from 'node:path';
import { checkout } from '../stack/checkout.mjs';
import { parse } from '../stack/cpu.mjs';

const ticks = 100; // a second: USER_HZ, which Linux tells programs whatever its clock is
const interval = 1000; // milliseconds between two looks

/** What takes processor time for a test: the test and its browser, the servers, PostgreSQL, compilers and linkers. */
export const kinds = ['client', 'server', 'database', 'compilers'];

/**
 * Counts the processor time of this program and of everything it starts, by suite, kind and Go package, and when it was taken. What ended
 * between two looks counts for its parent, which waited for it. Linux only: elsewhere nothing is counted.
 */
export class Costs {
  #known = new Map();
  #suites = new Map();
  #extra = [];
  #gains = [];
  #last = Date.now();
  #timer = null;
  #looks;

  /** `looks` reads all processes; another one is given by tests. `extra` are ids of processes to count that are not ours, such as a PostgreSQL that ran before. */
  constructor({ looks = processes, extra = [] } = {}) {
    this.#looks = looks;
    this.#extra = extra;
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
    const seen = this.#looks();
    const window = { from: this.#last, to: now };
    this.#last = now;
    const before = this.#known;
    const ended = endedTimes([...before.values()].filter(({ pid }) => !seen.has(pid)));
    this.#known = new Map();
    for (const [pid, found] of seen) this.#known.set(pid, renewed(before.get(pid), pid, found));
    for (const [pid, entry] of this.#known) {
      // One whose parent has ended is given to another, and stays with those it came from.
      entry.from ??= this.#known.get(entry.parent) ?? before.get(entry.parent);
      const { own, waited } = entry.before;
      // A descendant that nobody has seen alive shows in the time its parent waited for.
      const unseen = Math.max(0, entry.waited - waited - ended(pid));
      const gained = entry.own - own + unseen;
      if (gained > 0) this.#note(entry, window, gained / ticks);
    }
  }

  /** The seconds that a suite has taken, by kind; those of no suite for null, such as PostgreSQL's own upkeep and this program. */
  of(suite) {
    return sum(this.#gains.filter((gain) => gain.suite === suite));
  }

  /**
   * Gives each test its share, `[{ …test, costs }]`, and says what remains for no test. What a package's program took goes to those of its
   * tests that ran then; what is shared, such as a server of all journeys, to all tests of the suite that ran then, in equal parts.
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

  #note(entry, { from, to }, seconds) {
    const owner = this.#ownerOf(entry);
    if (owner === undefined) return;
    const last = this.#gains.at(-1);
    const same = last && last.to === to && ['suite', 'unit', 'kind'].every((key) => last[key] === owner[key]);
    if (same) last.seconds += seconds;
    else this.#gains.push({ ...owner, from, to, seconds });
  }

  // Whose time it is; undefined for processes that are not ours.
  #ownerOf({ kind, database, ...entry }) {
    let unit = null;
    let suite = database ?? null;
    let ours = false;
    for (let at = entry; at; at = at.from) {
      unit ??= at.unit;
      suite ??= this.#suites.get(at.pid) ?? null;
      ours ||= at.pid === process.pid || this.#suites.has(at.pid) || this.#extra.includes(at.pid);
    }
    return ours ? { suite, unit: kind === 'compilers' ? null : unit, kind } : undefined;
  }
}

// What was counted already of the children of a process that have ended since the last look, and of theirs that ended together with them.
function endedTimes(processes) {
  const children = new Map();
  for (const process of processes) children.set(process.parent, [...(children.get(process.parent) ?? []), process]);
  const of = (pid) =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.own + child.waited + of(child.pid), 0);
  return of;
}

// The entry of a process as it is now, with the times of the last look in `before`.
function renewed(entry, pid, found) {
  const before = entry ? { own: entry.own, waited: entry.waited } : { own: 0, waited: 0 };
  return Object.assign(entry ?? { pid }, found, { before });
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

/** The suite whose database a backend of PostgreSQL serves, by its title; null for all others. Databases are named by their suite. */
export function suiteOf(title) {
  const [, database] = /^postgres: (?:autovacuum worker|\S+) (\S+)/.exec(title) ?? [];
  if (database?.startsWith('kaiin_journeys')) return 'journeys';
  return /^(go|blackbox)_/.exec(database ?? '')?.[1] ?? null;
}

const described = new Map(); // by process id and name: looking it up again would cost more than the counting

function processes() {
  const seen = new Map();
  for (const entry of attempt(() => readdirSync('/proc'), [])) {
    const stat = /^\d+$/.test(entry) ? attempt(() => readFileSync(`/proc/${entry}/stat`, 'utf8'), '') : '';
    if (!stat) continue;
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const pid = Number(entry);
    seen.set(pid, { ...parse(stat), ...description(pid, name) });
  }
  for (const pid of described.keys()) if (!seen.has(pid)) described.delete(pid);
  return seen;
}

function description(pid, name) {
  const known = described.get(pid);
  if (known?.name === name && known.settled) return known;
  const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').replaceAll('\0', ' ');
  const kind = kindOf(name, words);
  // The program of a package's tests runs in the folder of the package. The system cuts names after 15 characters.
  const program = /\.test(?= |$)/.test(words.split(' ')[0]) && attempt(() => readlinkSync(`/proc/${pid}/cwd`), '');
  const unit = program ? relative(checkout, program) : null;
  const database = kind === 'database' ? suiteOf(words) : null;
  // A process may become another one, and has its title only after a moment.
  const settled = known?.name === name;
  const found = { name, kind, unit, database, settled };
  described.set(pid, found);
  return found;
}

// A process may end between being listed and being read.
function attempt(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
