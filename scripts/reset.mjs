// make reset: throws the data of `make run` away, the sandbox's too. What was built stays.
import { readdirSync, rmSync } from 'node:fs';
import { inRun } from './stack/checkout.mjs';
import { forgetPostgres } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';

await main(async () => {
  const processes = new Processes('run');
  await processes.claim();
  forgetPostgres('run');
  for (const state of readdirSync(inRun()).filter((name) => /^sandbox(-|$)/.test(name))) {
    rmSync(inRun(state), { recursive: true, force: true });
  }
  await processes.stopAll();
  processes.say('The data is gone; the next "make run" starts with the demo store.');
});
