// make outages: the whole table of e2e/money's outages; `make test` has the first of them.
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  checkTools();
  const OUTAGES = process.env.OUTAGES || 'all';
  const processes = new Processes('outages');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    return withTestServer(processes, async (url) => {
      const env = { ...process.env, KAIIN_TEST_DATABASE_URL: url, OUTAGES };
      const args = ['test', './e2e/money', '-run=TestOutages', '-count=1', '-v', '-timeout=6h'];
      const { code } = await processes.finish('outages', 'go', args, { env });
      return code;
    });
  });
});
