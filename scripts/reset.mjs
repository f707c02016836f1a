// make reset: throws the data of `make run` away, the sandbox's too. What was built stays.
import { rmSync } from 'node:fs';
import { inRun } from './stack/checkout.mjs';
import { forgetPostgres } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';

await main(async () => {
  const processes = new Processes('run');
  await processes.claim();
  forgetPostgres('run');
  rmSync(inRun('sandbox'), { recursive: true, force: true });
  await processes.stopAll();
  processes.say('The data is gone; the next "make run" starts with the demo store.');
});
