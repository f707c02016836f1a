import { existsSync } from 'node:fs';

/** Whether packages of Debian can be installed: by root, where there is apt. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs packages of Debian, by the list as it is now. `env` is what their scripts are told
 * beside the environment.
 */
export async function install(processes, packages, env = {}) {
  const told = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env };
  await processes.run('apt', 'apt-get', ['update', '-qq'], { env: told });
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  await processes.run('apt', 'apt-get', args, { env: told, quiet: true });
}
