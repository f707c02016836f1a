import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, install } from '../stack/debian.mjs';
import { Problem } from '../stack/problem.mjs';

/** The packages of Debian by the programs of them that a cluster runs. */
const packages = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
};

const versions = '/usr/lib/postgresql';

/**
 * Sees to it that there is all that a cluster is made of, as Debian's packages, and answers the
 * path of each program. `postgres` is the folder of PostgreSQL's programs, the newest there is.
 * What `make run` starts is no choice: it comes without the programs by which a standby is made.
 */
export async function ensurePrograms(processes) {
  if (process.platform !== 'linux')
    throw new Problem('The drill needs Linux: it gives each machine an address of its own on the loopback.');
  const missing = absent();
  if (missing.length > 0) {
    if (!canInstall()) throw new Problem(`The drill needs Debian's packages ${missing.join(', ')}: install them.`);
    processes.say(`Installing ${missing.join(', ')}…`);
    // The packages would start servers of their own; the runlevel keeps them from that.
    await install(processes, missing, { RUNLEVEL: '1' });
    if (absent().length > 0) throw new Problem(`${absent().join(', ')} could not be installed: do it by hand.`);
  }
  const paths = Object.fromEntries(Object.keys(packages).map((name) => [name, pathOf(name)]));
  return { ...paths, postgres: postgres() };
}

/** Why the drill cannot be played here; null: it can. */
export function whyNot() {
  if (process.platform !== 'linux') return `it needs Linux, and this is ${process.platform}`;
  const missing = absent();
  return missing.length > 0 && !canInstall() ? `it needs Debian's packages ${missing.join(', ')}` : null;
}

const absent = () => [
  ...new Set(
    Object.entries(packages)
      .filter(([name]) => !pathOf(name))
      .map(([, debian]) => debian),
  ),
  ...(postgres() ? [] : ['postgresql']),
];

// Debian keeps some of them out of the PATH of most.
const pathOf = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin']
    .map((folder) => join(folder, name))
    .find(existsSync);

function postgres() {
  const found = existsSync(versions) ? readdirSync(versions) : [];
  return found
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'))
    .find((bin) =>
      ['postgres', 'pg_rewind', 'pg_basebackup', 'pg_verifybackup'].every((name) => existsSync(join(bin, name))),
    );
}
