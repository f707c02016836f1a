// make promises: runs what shows each promise of the README, and its controls, and writes
// docs/promises.md. With "none" it runs nothing, and only writes the page anew.
import { readPromises, readResults, writePage } from './promises/files.mjs';
import { chosen } from './promises/table.mjs';
import { runAll } from './promises/trial.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  const rows = chosen(process.argv.slice(2));
  const results = readResults();
  if (rows.length === 0) return writePage(readPromises(), results);
  checkTools();
  const processes = new Processes('promises');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    const now = await withTestServer(processes, (databaseUrl) => runAll(processes, rows, databaseUrl));
    writePage(readPromises(), { ...results, ...now });
    processes.say('\nThe results are in docs/promises.md.');
    return Object.values(now).every(({ passed }) => passed) ? 0 : 1;
  });
});
