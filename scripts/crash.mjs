// make crash: kills servers while members act, again and again, and checks the book of money in the
// end (e2e/crash). With CONTROL it takes guards out of the program, one after the other, and fails
// for each whose absence is not noticed.
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  checkTools();
  const [KILLS = '2000', SEED = '1'] = [process.env.KILLS || undefined, process.env.SEED || undefined];
  const { CONTROL } = process.env;
  const processes = new Processes('crash');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    return withTestServer(processes, async (url) => {
      const { code } = await processes.finish(
        'crash',
        'go',
        [
          'test',
          './e2e/crash',
          '-run',
          CONTROL ? 'TestWithoutAGuard' : 'TestKilledAtAnyMoment',
          '-count=1',
          '-v',
          '-timeout=6h',
        ],
        { env: { ...process.env, KAIIN_TEST_DATABASE_URL: url, KILLS, SEED } },
      );
      return code;
    });
  });
});
