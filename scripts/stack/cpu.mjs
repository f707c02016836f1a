import { readdirSync, readFileSync } from 'node:fs';

const ticks = 100; // a second: USER_HZ, which Linux tells programs whatever its clock is

/**
 * Counts the processor time of processes, by looking at them when asked to. What ended between two
 * looks counts for its parent, which waited for it. Linux only: elsewhere nothing is counted.
 */
export class ProcessorTime {
  #known = new Map();
  #looks;

  /** `looks` reads all running processes, by their ids; another one is given by tests. */
  constructor(looks = processes) {
    this.#looks = looks;
  }

  /**
   * Looks now. Answers what was taken since the last look, in seconds: `[{ process, seconds }]`. A
   * process is `{ pid, name, from }`, and the same object at each look; `from` is the one that it
   * came from, if that was seen, also when that one has ended.
   */
  look() {
    const seen = this.#looks();
    const before = this.#known;
    const ended = endedTimes([...before.values()].filter(({ pid }) => !seen.has(pid)));
    this.#known = new Map([...seen].map(([pid, found]) => [pid, renewed(before.get(pid), pid, found)]));
    // One whose parent has ended is given to another, and stays with those it came from.
    for (const process of this.#known.values())
      process.from ??= this.#known.get(process.parent) ?? before.get(process.parent);
    const gains = [];
    for (const process of this.#known.values()) {
      // A descendant that was never seen alive shows in the time its parent waited for.
      const unseen = Math.max(0, process.waited - process.last.waited - ended(process.pid));
      const taken = process.own - process.last.own + unseen;
      if (taken <= 0) continue;
      gains.push({ process, seconds: taken / ticks });
      for (let at = process; at; at = at.from) at.total += taken;
    }
    return gains;
  }

  /**
   * The seconds that the running process and its descendants, running or ended, have taken by the
   * last look.
   */
  of(pid) {
    return (this.#known.get(pid)?.total ?? 0) / ticks;
  }
}

// A process as it is now, with its times at the last look in `last`.
function renewed(process = { total: 0, own: 0, waited: 0 }, pid, found) {
  return Object.assign(process, { last: { own: process.own, waited: process.waited } }, found, { pid });
}

// What was counted already of the children of a process that have ended since the last look, and of
// theirs that ended together with them.
function endedTimes(processes) {
  const children = new Map();
  for (const process of processes) children.set(process.parent, [...(children.get(process.parent) ?? []), process]);
  const of = (pid) =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.own + child.waited + of(child.pid), 0);
  return of;
}

function processes() {
  const seen = new Map();
  for (const entry of attempt(() => readdirSync('/proc'), [])) {
    const stat = /^\d+$/.test(entry) ? attempt(() => readFileSync(`/proc/${entry}/stat`, 'utf8'), '') : '';
    if (stat) seen.set(Number(entry), parse(stat));
  }
  return seen;
}

/**
 * What a line of /proc/PID/stat says: the name, the parent, the ticks of the process, and those of
 * the children it waited for.
 */
export function parse(stat) {
  const end = stat.lastIndexOf(')'); // the name before may hold anything
  const words = stat.slice(end + 2).split(' ');
  const number = (at) => Number(words[at]);
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { name, parent: number(1), own: number(11) + number(12), waited: number(13) + number(14) };
}

/**
 * What `read` answers, or something else where it fails: a process may end between being listed and
 * being read.
 */
export function attempt(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
