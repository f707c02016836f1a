import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRun } from './checkout.mjs';
import { Problem } from './problem.mjs';

// What a command beside a running stack needs to know of it. It holds the stack's secrets, in a
// folder that its owner alone may read.
const file = () => inRun('beside.json');

/** Writes down the settings of the stack that this program has started, for commands beside it. */
export function tellCommands(env) {
  const settings = Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value));
  writeFileSync(file(), JSON.stringify({ pid: process.pid, settings }), { mode: 0o600 });
  process.once('exit', () => rmSync(file(), { force: true }));
}

/** The settings of the stack that runs. A Problem where none does. */
export function settingsBeside() {
  try {
    const { pid, settings } = JSON.parse(readFileSync(file(), 'utf8'));
    process.kill(pid, 0);
    return settings;
  } catch {
    throw new Problem(
      'Kaiin does not run from this folder: start it with "make run" in another terminal, and wait until it is ready.',
    );
  }
}
