import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { checkout } from './checkout.mjs';
import { ask, Ledger, signalGroup } from './ledger.mjs';
import { Problem } from './problem.mjs';

/**
 * The child processes of one stack. Each child leads a process group of its own, so a Ctrl-C on
 * the terminal reaches this program alone and it decides the order in which they stop: the
 * reverse of the order they were started in. Whatever way this program ends, nothing is left
 * running: a start after a kill -9 first stops what the ledger says was left behind.
 */
export class Processes {
  #children = [];
  #stopping = null;
  #fail;
  #ledger;
  #write;
  #lastResort = () => {
    for (const child of this.#children) ask(child);
  };

  /**
   * `name` tells this stack from others of the same checkout; `write` receives each line of output.
   */
  constructor(name, write = (line) => process.stdout.write(`${line}\n`)) {
    this.#ledger = new Ledger(name);
    this.#write = write;
    /** Rejects with a Problem as soon as a child ends that was not asked to end. */
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
  }

  /**
   * Claims the stack for this program and stops what a killed one left running. A Problem if
   * another one is alive.
   */
  async claim() {
    const left = await this.#ledger.claim();
    process.once('exit', this.#lastResort);
    if (left.length > 0) this.say(`Stopped what an interrupted run had left: ${left.join(', ')}.`);
  }

  say(text) {
    this.#write(text);
  }

  /**
   * Starts a child that is to live as long as the stack. `onStart` learns its process id, `onLine`
   * looks at its output, `quiet` keeps it off the screen. `signal` is how it is asked to stop:
   * SIGTERM goes to its whole group, SIGINT to itself alone. With `mayEnd` its own end is only
   * told; otherwise it ends the stack.
   */
  start(name, command, args, options = {}) {
    const child = this.#spawn(name, command, args, options);
    child.ended.then(({ how }) => {
      if (this.#stopping || child.dismissed) return;
      if (options.mayEnd) return this.say(`${name} ended on its own (${how}); it starts again with the next change.`);
      this.#fail(new Problem(`${name} ended on its own (${how}), so everything is stopped; its last lines are above.`));
    });
    return child;
  }

  /**
   * Runs a command to its end; one that fails is a Problem, and shows its last lines even when it
   * is `quiet`.
   */
  async run(name, command, args, options = {}) {
    const last = [];
    const onLine = (line) => {
      options.onLine?.(line);
      last.push(line);
      if (last.length > 30) last.shift();
    };
    const { code, how } = await this.finish(name, command, args, { ...options, onLine });
    if (code === 0) return;
    if (options.quiet) for (const line of last) this.#write(`${name.padEnd(8)}| ${line}`);
    throw new Problem(`${name} did not succeed (${how}); its last lines are above.`);
  }

  /** Runs a command to its end, whatever that is: `{ code, how }`. */
  async finish(name, command, args, options = {}) {
    const child = this.#spawn(name, command, args, options);
    const end = await child.ended;
    this.#forget(child);
    if (this.#stopping) throw new Problem('Stopped.');
    return end;
  }

  /** Stops one child and waits for its end: first its own signal, after its patience SIGKILL. */
  async stop(child) {
    child.dismissed = true;
    if (child.running) {
      ask(child);
      const late = setTimeout(() => {
        this.say(`${child.name} did not stop within ${child.patience / 1000} s and is killed.`);
        signalGroup(child.pid, 'SIGKILL');
      }, child.patience);
      await child.ended;
      clearTimeout(late);
    }
    if (child.pid) signalGroup(child.pid, 'SIGKILL');
    this.#forget(child);
  }

  /** Stops every child, newest first. Calling it again waits for the same end. */
  stopAll() {
    this.#stopping ??= (async () => {
      for (const child of [...this.#children].reverse()) await this.stop(child);
      this.#ledger.release();
      process.off('exit', this.#lastResort);
    })();
    return this.#stopping;
  }

  /** Ends everything at once, without asking; for a second Ctrl-C. */
  killAll() {
    for (const child of this.#children) signalGroup(child.pid, 'SIGKILL');
  }

  #spawn(
    name,
    command,
    args,
    {
      env = process.env,
      cwd = checkout,
      uid,
      gid,
      signal = 'SIGTERM',
      patience = 15_000,
      quiet = false,
      onLine,
      onStart,
    } = {},
  ) {
    if (this.#stopping) throw new Problem('Stopped.');
    const spawned = spawn(command, args, { cwd, env, uid, gid, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const child = { name, pid: spawned.pid, signal, patience, running: true, dismissed: false };
    for (const stream of [spawned.stdout, spawned.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        onLine?.(line);
        if (!quiet) this.#write(`${name.padEnd(8)}| ${line}`);
      });
    }
    child.ended = endOf(spawned).finally(() => {
      child.running = false;
    });
    if (child.pid) {
      onStart?.(child.pid);
      this.#children.push(child);
      this.#ledger.write(this.#children);
    }
    return child;
  }

  #forget(child) {
    this.#children = this.#children.filter((other) => other !== child);
    this.#ledger.write(this.#children);
  }
}

// A child has ended when it exits, even if something it started still holds its output open;
// what it wrote last gets a moment to arrive.
function endOf(spawned) {
  return new Promise((resolve) => {
    spawned.once('error', (error) =>
      resolve({ code: null, how: error.code === 'ENOENT' ? 'there is no such command' : error.message }),
    );
    spawned.once('exit', (code, killedBy) => {
      const end = { code, how: killedBy ? `stopped by ${killedBy}` : `exit code ${code}` };
      spawned.once('close', () => resolve(end));
      setTimeout(() => resolve(end), 500);
    });
  });
}
