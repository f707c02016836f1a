import { spawnSync } from 'node:child_process';
import { inCheckout } from '../stack/checkout.mjs';

/** Runs a Go benchmark of a package against the PostgreSQL server at the URL, and returns what it said. */
export function benchmark(url, of, name, time) {
  const args = ['test', of, '-run', '^$', '-bench', `^Benchmark${name}$`, '-benchtime', time];
  const env = { ...process.env, GOGC: '200', KAIIN_TEST_DATABASE_URL: url }; // as the server sets it for itself
  const { status, stdout, stderr } = spawnSync('go', args, { cwd: inCheckout('.'), env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Benchmark${name} of ${of} failed:\n${stdout}${stderr}`);
  return stdout;
}
