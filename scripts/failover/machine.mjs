import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, parse } from '../stack/cpu.mjs';
import { Problem } from '../stack/problem.mjs';

const [pause, spell] = [300, 100]; // ms that a slow machine waits, and then works

/** A machine with PostgreSQL and its Patroni, which can be lost, halted, and come back. */
export class Machine {
  #processes;
  #start;
  #patroni = null;
  #disk;
  #slowly = null;
  #halted = [];

  /**
   * `start` starts Patroni and answers its child; `data` is the folder of PostgreSQL's data on
   * `disk`.
   */
  constructor(processes, { name, disk, data, start }) {
    this.#processes = processes;
    this.#start = start;
    this.#disk = disk;
    this.name = name;
    this.data = data;
  }

  /** Switches the machine on. */
  start() {
    if (this.#patroni) throw new Problem(`Machine ${this.name} runs already.`);
    this.#patroni = this.#start();
  }

  /** Takes the power away: every process ends at once. */
  async kill() {
    const patroni = this.#patroni;
    patroni.dismissed = true;
    this.#signal([patroni.pid], 'SIGKILL');
    this.sweep();
    await patroni.ended;
    this.#patroni = null;
    await this.#processes.stop(patroni);
    this.sweep();
  }

  /** Halts every process, as when the machine is cut off from all others. */
  halt() {
    this.#signal([this.#patroni.pid, ...this.#still()], 'SIGSTOP');
  }

  /** Lets PostgreSQL go on while its Patroni does not yet. */
  wakePostgres() {
    this.#signal(this.#postgres(), 'SIGCONT');
  }

  /** Lets every process go on. */
  wake() {
    this.#signal([...this.#postgres(), this.#patroni.pid], 'SIGCONT');
  }

  /** Leaves no room on the disk. */
  fill() {
    this.#disk.fill();
  }

  /** Makes room on the disk again. */
  free() {
    this.#disk.free();
  }

  /**
   * Has PostgreSQL wait for three quarters of the time, a moment after each moment, as if for its
   * disk. Patroni does not wait.
   */
  slow() {
    const wait = () => {
      this.#halted = this.#still();
      this.#signal(this.#halted, 'SIGSTOP');
      this.#slowly = setTimeout(work, pause);
    };
    const work = () => {
      this.#signal(this.#halted, 'SIGCONT');
      this.#slowly = setTimeout(wait, spell);
    };
    wait();
  }

  /** Has PostgreSQL wait no more. */
  steady() {
    clearTimeout(this.#slowly);
    this.#signal(this.#postgres(), 'SIGCONT');
  }

  /** Loses the machine with its data. */
  async destroy() {
    await this.kill();
    rmSync(this.data, { recursive: true });
  }

  /** Ends a PostgreSQL that no Patroni of this program looks after. */
  sweep() {
    for (let pids = this.#still(); pids.length > 0; pids = this.#still()) this.#signal(pids, 'SIGKILL');
  }

  /**
   * All processes of PostgreSQL, with the first one halted: one that it made while they are looked
   * for would be missed, outlive the others, and keep PostgreSQL from starting again.
   */
  #still() {
    const [postmaster] = this.#postgres();
    if (!postmaster) return [];
    this.#signal([postmaster], 'SIGSTOP');
    while (/^[RSD]$/.test(stateOf(postmaster)));
    return this.#postgres();
  }

  // The postmaster, and its children, which are in no group with it.
  #postgres() {
    const file = join(this.data, 'postmaster.pid');
    const pid = existsSync(file) ? Number(attempt(() => readFileSync(file, 'utf8'), '').split('\n')[0]) : 0;
    const command = pid ? attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '') : '';
    if (!command.includes(this.data)) return [];
    const children = readdirSync('/proc').filter(
      (entry) =>
        /^\d+$/.test(entry) && parse(attempt(() => readFileSync(`/proc/${entry}/stat`, 'utf8'), '')).parent === pid,
    );
    return [pid, ...children.map(Number)];
  }

  #signal(pids, signal) {
    for (const pid of pids) attempt(() => process.kill(pid, signal));
  }
}

/** What a process does, by the letter of proc(5): T is halted. "" where there is none. */
const stateOf = (pid) => /\) (\w)/.exec(attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), ''))?.[1] ?? '';
