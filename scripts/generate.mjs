// make generate: every generated file anew, the server's first, since the pages' are made from
// its schema.

import { generate } from './stack/generate.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  checkTools();
  const processes = new Processes('generate');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    await generate(processes);
  });
});
