import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverSources } from './build.mjs';
import { Problem } from './problem.mjs';

/**
 * Watches the server's sources for as long as the stack runs and restarts it when one changes.
 * A source that does not compile leaves the running server alone.
 */
export async function reloadOnChange(processes, stack) {
  let seen = look();
  for (;;) {
    await Promise.race([sleep(700), processes.failed]);
    const now = look();
    if (now === seen) continue;
    seen = now;
    try {
      await stack.restart();
      processes.say('Reloaded.');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      processes.say(error.message);
    }
  }
}

const look = () =>
  serverSources()
    .map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`)
    .join('\n');
