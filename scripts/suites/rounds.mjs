import { inCheckout } from '../stack/checkout.mjs';

/**
 * A small round of every part of `make bench`, which shows that each still works and gives a figure. How good the figures are is
 * not judged: other suites run beside it.
 */
export async function roundsSuite(processes, databaseUrl) {
  const tally = { passed: 0, failed: 0, tests: [], troubles: [] };
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl };
  const onLine = (line) => {
    if (/^ok {6}\w+$/.test(line)) tally.passed++;
    if (!line.startsWith('BROKEN  ')) return;
    tally.failed++;
    tally.troubles.push(`failed: a small round of make bench: ${line.slice('BROKEN  '.length)}`);
  };
  const { code } = await processes.finish('rounds', process.execPath, [inCheckout('scripts/bench.mjs'), 'small'], {
    env,
    onLine,
    patience: 60_000,
  });
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
