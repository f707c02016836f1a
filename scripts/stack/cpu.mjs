import { readdirSync, readFileSync } from 'node:fs';

const ticks = 100; // a second: USER_HZ, which Linux tells programs whatever its clock is

/**
 * Counts the processor time of child processes and all they start, while they run. Linux only: elsewhere nothing is counted.
 * `of` is the seconds a process and its descendants have taken so far, those included that have ended and were waited for.
 */
export class ProcessorTime {
  #seen = new Map();
  #timer = null;

  /** Looks once a second from now on, without keeping the program alive. */
  start() {
    this.#timer = setInterval(() => this.#look(), 1000);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Follows a process from now on; the answer tells the seconds so far. */
  follow(pid) {
    this.#seen.set(pid, 0);
    return () => {
      this.#look();
      return this.#seen.get(pid);
    };
  }

  #look() {
    const all = processes();
    for (const [pid, before] of this.#seen) {
      if (all.has(pid)) this.#seen.set(pid, Math.max(before, sumOf(pid, all) / ticks));
    }
  }
}

/** Every process: who started it, and its own time with that of the children it has waited for, in ticks. */
function processes() {
  const all = new Map();
  for (const name of list('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (stat) all.set(Number(name), parse(stat));
  }
  return all;
}

/** The parent and the ticks in a line of /proc/PID/stat, whose second word is a name that may hold anything. */
export function parse(stat) {
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(words[1]), ticks: words.slice(11, 15).reduce((sum, word) => sum + Number(word), 0) };
}

/** The ticks of a process and of all that descend from it. */
export function sumOf(pid, all) {
  let sum = all.get(pid)?.ticks ?? 0;
  for (const [child, { parent }] of all) if (parent === pid) sum += sumOf(child, all);
  return sum;
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// A process may end between being listed and being read.
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
