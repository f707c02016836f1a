import { readdirSync, readFileSync } from 'node:fs';

const ticks = 100; // a second: USER_HZ, which Linux tells programs whatever its clock is

/**
 * Counts the processor time of processes and all they start, by looking once a second or when asked to. What ended between two looks counts only
 * if its parent waited for it. Linux only: elsewhere nothing is counted.
 */
export class ProcessorTime {
  #known = new Map();
  #timer = null;

  /** Begins to look, without keeping the program alive. */
  start() {
    this.#timer = setInterval(() => this.look(), 1000);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
    this.look();
  }

  /** The seconds that the process and its descendants, running or ended, have taken by the last look. */
  of(pid) {
    return totalOf(pid, this.#known) / ticks;
  }

  /** Looks now. */
  look() {
    for (const known of this.#known.values()) known.running = false;
    for (const name of list('/proc')) {
      const stat = /^\d+$/.test(name) && read(`/proc/${name}/stat`);
      if (stat) see(this.#known, Number(name), parse(stat));
    }
  }
}

/** The parent in a line of /proc/PID/stat, the ticks of the process, and those of the children it waited for. */
export function parse(stat) {
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may hold anything
  const number = (at) => Number(words[at]);
  return { parent: number(1), own: number(11) + number(12), waited: number(13) + number(14) };
}

/** Notes a running process. It stays its first parent's: one whose parent has ended is given to another. */
export function see(known, pid, { parent, own, waited }) {
  known.set(pid, { parent: known.get(pid)?.parent ?? parent, own, waited, running: true });
}

/** The ticks of a process and of all that descend from it. Of its ended children counts what it waited for, or what was seen. */
export function totalOf(pid, known) {
  const process = known.get(pid);
  if (!process) return 0;
  let running = 0;
  let ended = 0;
  for (const [child, { parent, running: runs }] of known) {
    if (parent !== pid) continue;
    if (runs) running += totalOf(child, known);
    else ended += totalOf(child, known);
  }
  return process.own + running + Math.max(ended, process.waited);
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
