// bin/kaiin COMMAND …, make kaiin ARGS="COMMAND …": a command of the program, with the settings of
// the stack that `make run` has started.

import { spawnSync } from 'node:child_process';
import { settingsBeside } from './stack/beside.mjs';
import { kaiin } from './stack/build.mjs';
import { main, Problem } from './stack/problem.mjs';

// These read no setting, so they need no stack.
const alone = ['help', 'store', 'sbom'];

await main(async () => {
  const args = process.argv.slice(2);
  const needsNothing =
    args.length === 0 || alone.includes(args[0]) || args.includes('--help') || args.includes('--check');
  const env = { ...process.env, ...(needsNothing ? {} : settingsBeside()) };
  const { status, error } = spawnSync(kaiin(), args, { env, stdio: 'inherit' });
  if (error?.code === 'ENOENT') throw new Problem('The program has not been built yet: "make run" does that.');
  if (error) throw error;
  return status ?? 1;
});
