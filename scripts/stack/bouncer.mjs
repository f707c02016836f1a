import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, install } from './debian.mjs';
import { Problem } from './problem.mjs';

// Debian keeps it out of the PATH of most.
const isInstalled = () =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'].some(
    (folder) => folder && existsSync(join(folder, 'pgbouncer')),
  );

/** Installs PgBouncer, the pooler of the tests, where there is none: Debian's package as root. */
export async function ensureBouncer(processes) {
  if (isInstalled()) return;
  if (!canInstall())
    throw new Problem(
      'The tests need PgBouncer, a pooler of connections: install it (Debian and Homebrew: pgbouncer).',
    );
  processes.say('Installing PgBouncer…');
  await install(processes, ['pgbouncer']);
  if (!isInstalled()) throw new Problem('PgBouncer could not be installed: install it by hand.');
}
