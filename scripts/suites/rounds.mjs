import { whyNot as whyNoDrill } from '../failover/programs.mjs';
import { allGroups } from '../mutants/groups.mjs';
import { inCheckout } from '../stack/checkout.mjs';

/**
 * A small round of what people run by hand, which shows that it still works: of every part of
 * `make bench` and of Lighthouse, a figure each; of `make mutants`, one of the server and one of
 * the pages, which are to be noticed; of `make failover`, one loss. How good the figures are is not
 * judged: other suites run beside it.
 */
export async function roundsSuite(processes, databaseUrl) {
  const tally = { passed: 0, failed: 0, tests: [], troubles: [] };
  const run = async (name, script, args, passed, failed, more = {}) => {
    const before = tally.failed;
    const onLine = (line) => {
      if (passed.test(line)) tally.passed++;
      if (!failed.test(line)) return;
      tally.failed++;
      tally.troubles.push(`failed: a small round of make ${name}: ${line.replace(failed, '')}`);
    };
    const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl, ...more };
    const { code } = await processes.finish(name, process.execPath, [inCheckout(script), ...args], {
      env,
      onLine,
      patience: 60_000,
    });
    if (code === 0 || tally.failed > before) return;
    tally.failed++;
    tally.troubles.push(`failed: a small round of make ${name} ended with ${code}`);
  };
  await run('bench', 'scripts/bench.mjs', ['small'], /^ok {6}\w+$/, /^BROKEN {2}/);
  await run('mutants', 'scripts/mutants.mjs', [one('server/'), one('web/')], /^killed /, /^SURVIVED \d+\/\d+ /);
  const whyNot = whyNoDrill();
  if (whyNot) processes.say(`rounds  | make failover is left out: ${whyNot}.`);
  else
    await run('failover', 'scripts/failover.mjs', [], /--- PASS: TestFailover/, /--- FAIL: TestFailover/, {
      LOSSES: 'power',
    });
  return tally;
}

// The first mutant of the part's shortest list, by its words.
function one(part) {
  const lists = allGroups.filter(({ file }) => file.startsWith(part));
  return lists.sort((a, b) => a.mutants.length - b.mutants.length)[0].mutants[0][0];
}
