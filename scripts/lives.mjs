// make lives: the random lives of members in server/modeltest, more of them than `make test` has.
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  checkTools();
  const [KAIIN_LIVES, KAIIN_SEED] = [process.env.LIVES || '10000', process.env.SEED || '1'];
  const processes = new Processes('lives');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    return withTestServer(processes, async (url) => {
      const env = { ...process.env, KAIIN_TEST_DATABASE_URL: url, KAIIN_LIVES, KAIIN_SEED };
      const args = ['test', './server/modeltest', '-run=TestLives', '-count=1', '-v', '-timeout=6h'];
      const { code } = await processes.finish('lives', 'go', args, { env });
      return code;
    });
  });
});
