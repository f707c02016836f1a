import { spawnSync } from 'node:child_process';
import { canInstall, install } from '../stack/debian.mjs';
import { Problem } from '../stack/problem.mjs';

/**
 * Sees to it that there are prometheus and promtool, by which the alerts are tried: those of
 * Debian's package, which is installed where there is none.
 */
export async function ensurePrometheus(processes) {
  if (['prometheus', 'promtool'].every((name) => !spawnSync(name, ['--version']).error)) return;
  if (!canInstall()) throw new Problem('The tests of the alerts need Prometheus: install the package prometheus.');
  // The package would start a server of its own; the runlevel keeps it from that.
  await install(processes, ['prometheus'], { RUNLEVEL: '1' });
}
