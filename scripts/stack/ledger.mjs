import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRun } from './checkout.mjs';
import { Problem } from './problem.mjs';

/**
 * The file that says which processes a stack has running. A process is known by its id together
 * with the moment it started, so that an id which the system has given to a stranger since is
 * never taken for ours.
 */
export class Ledger {
  #path;
  #supervisor;

  constructor(name) {
    this.#path = inRun(`${name}.processes.json`);
    this.#supervisor = identify(process.pid);
  }

  /**
   * Takes the stack over and returns the names of the processes it had to stop. A Problem if its
   * program still runs.
   */
  async claim() {
    const before = this.#read();
    if (before && isSame(before.supervisor)) {
      throw new Problem(
        `Kaiin is already running from this folder (process ${before.supervisor.pid}): stop it there with Ctrl-C first.`,
      );
    }
    const stopped = [];
    for (const child of (before?.children ?? []).reverse()) {
      if (!isSame(child)) continue;
      await end(child);
      stopped.push(child.name);
    }
    this.write([]);
    return stopped;
  }

  write(children) {
    const text = JSON.stringify({
      supervisor: this.#supervisor,
      children: children.map(({ name, pid, signal }) => ({ ...identify(pid), name, signal })),
    });
    writeFileSync(`${this.#path}.new`, text);
    renameSync(`${this.#path}.new`, this.#path);
  }

  release() {
    rmSync(this.#path, { force: true });
  }

  #read() {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch {
      return null;
    }
  }
}

/** Tells whether a stack of this name is running from this checkout now. */
export function isRunning(name) {
  const path = inRun(`${name}.processes.json`);
  try {
    return isSame(JSON.parse(readFileSync(path, 'utf8')).supervisor);
  } catch {
    return false;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Signals every process of a group; one that is gone already is fine. */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

/** Asks a child to stop, in the way it wants to be asked. */
export function ask({ pid, signal }) {
  if (signal === 'SIGTERM') return signalGroup(pid, signal);
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const identify = (pid) => ({ pid, started: startOf(pid) });

const isSame = ({ pid, started }) => Boolean(started) && isAlive(pid) && startOf(pid) === started;

// The start is counted from boot, so the boot's own id belongs to it. A zombie counts as gone.
function startOf(pid) {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
    } catch {
      return null;
    }
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || null;
}

async function end(child) {
  ask(child);
  for (let waited = 0; isSame(child) && waited < 10_000; waited += 100) await sleep(100);
  signalGroup(child.pid, 'SIGKILL');
  for (let waited = 0; isSame(child) && waited < 5_000; waited += 50) await sleep(50);
}
