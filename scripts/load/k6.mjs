import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout, inRun } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

const version = 'v1.4.0';
const own = () => join(inRun('tools'), 'k6');

/** The path of k6: the one that is installed, or the version named here, built once. */
export async function ensureK6(processes) {
  if (!spawnSync('k6', ['version']).error) return 'k6';
  if (!existsSync(own())) {
    processes.say(`Building k6 ${version} (this takes some minutes)…`);
    const env = { ...process.env, GOBIN: inRun('tools'), CGO_ENABLED: '0' };
    await processes.run('go', 'go', ['install', `go.k6.io/k6@${version}`], { env, quiet: true });
  }
  return own();
}

/**
 * Plays a scene of deploy/load; `env` is what it is told. Returns how long its requests took, in
 * milliseconds, how many there were a second, and how many rounds failed or were left out.
 */
export async function play(processes, k6, scene, env) {
  const summary = inRun(`load-${scene}.json`);
  const args = [
    'run',
    '--quiet',
    '--no-usage-report',
    '--summary-export',
    summary,
    inCheckout(`deploy/load/${scene}.js`),
  ];
  let complaint = '';
  const onLine = (line) => {
    if (!complaint && /level=error/.test(line)) complaint = line;
  };
  const { code } = await processes.finish(scene, k6, args, { env: { ...process.env, ...env }, quiet: true, onLine });
  if (code !== 0) throw new Problem(`The scene ${scene} broke off: ${complaint || `k6 ended with ${code}`}`);
  const { metrics } = JSON.parse(readFileSync(summary, 'utf8'));
  const { med, 'p(95)': p95 } = metrics.took;
  return {
    median: med,
    p95,
    requests: metrics.asked.count,
    aSecond: metrics.asked.rate,
    rounds: metrics.iterations.count,
    failed: Math.round(metrics.http_req_failed.passes),
    leftOut: metrics.dropped_iterations?.count ?? 0,
    complaint,
  };
}
