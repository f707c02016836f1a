import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { inCheckout } from '../stack/checkout.mjs';
import { filesUnder, fingerprint, isStamped, stamp } from '../stack/fingerprint.mjs';
import { answersAt } from '../stack/ready.mjs';

/**
 * The page that does nothing, in a Next of its own, built unless its sources are those of the
 * last build.
 */
export async function startBare(processes) {
  const folder = 'scripts/bench/bare';
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const print = fingerprint(filesUnder([folder, 'package-lock.json']), process.version);
  if (!isStamped('bare', print)) {
    await processes.run('bare', 'npx', ['next', 'build', folder], { env, quiet: true });
    stamp('bare', print);
  }
  const built = inCheckout(folder, '.next/standalone', folder);
  cpSync(inCheckout(folder, '.next/static'), `${built}/.next/static`, { recursive: true });
  const [port] = Object.values(
    JSON.parse(execFileSync(process.execPath, [inCheckout('scripts/free-ports.mjs')], { encoding: 'utf8' })),
  );
  const child = processes.start('bare', process.execPath, [`${built}/server.js`], {
    env: { ...env, HOSTNAME: '127.0.0.1', PORT: String(port), KEEP_ALIVE_TIMEOUT: '100000' },
    quiet: true,
  });
  await answersAt(`http://127.0.0.1:${port}/`, child);
  return { address: `http://127.0.0.1:${port}/`, pid: child.pid };
}
