import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Problem } from '../stack/problem.mjs';

/**
 * Sees to it that there are prometheus and promtool, by which the alerts are tried: those of
 * Debian's package, which is installed where there is none.
 */
export async function ensurePrometheus(processes) {
  if (['prometheus', 'promtool'].every((name) => !spawnSync(name, ['--version']).error)) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Problem('The tests of the alerts need Prometheus: install the package prometheus.');
  // The package would start a server of its own; the runlevel keeps it from that.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await processes.run('apt', 'apt-get', ['update', '-qq'], { env });
  await processes.run('apt', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'prometheus'], {
    env,
    quiet: true,
  });
}
