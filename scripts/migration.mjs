// make migration NAME=what_changed: the next file of ent/migrate/migrations, if the tables differ
// from those so far.

import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { database, withTestServer } from './stack/postgres.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  const name = process.argv[2] ?? '';
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Problem('A migration needs a name in small letters, such as: make migration NAME=add_coupons');
  }
  checkTools();
  const processes = new Processes('migration');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    await withTestServer(processes, async (url) => {
      const scratch = await database(url, 'kaiin_diff', { anew: true });
      const env = { ...process.env, KAIIN_DIFF_DATABASE_URL: scratch };
      await processes.run('diff', 'go', ['run', './ent/migrate/diff', name], { env });
    });
  });
});
