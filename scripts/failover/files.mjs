import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutId, inCheckout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

/**
 * The network of the drill, a part of the loopback, by the id of a checkout: the ports are those of
 * the examples, and two checkouts that play at once must not meet.
 */
export function network(id) {
  const [one, other] = [id.slice(0, 2), id.slice(2, 4)].map((byte) => Number.parseInt(byte, 16));
  return `127.${1 + (one % 254)}.${other}`;
}

const own = network(checkoutId);

/** The machines of deploy/cluster: their addresses there, and those of the drill. */
export const machines = {
  a: { example: '10.0.0.11', address: `${own}.11` },
  b: { example: '10.0.0.12', address: `${own}.12` },
  c: { example: '10.0.0.13', address: `${own}.13` },
};

/**
 * The text of a file of deploy/cluster with other texts in the place of some of its own. Each of
 * these must be there: a file that has changed, so that the drill would run something else, is a
 * Problem.
 */
export function filled(name, replacements, text = readFileSync(inCheckout('deploy/cluster', name), 'utf8')) {
  return Object.entries(replacements).reduce((so, [old, instead]) => {
    if (!so.includes(old)) throw new Problem(`deploy/cluster/${name} no longer has "${old}": see scripts/failover.`);
    return so.replaceAll(old, instead);
  }, text);
}

/** etcd's file on c, the only one in the drill: the machines that fail are those of PostgreSQL. */
export const etcdFile = (folder) => {
  const { a, c } = machines;
  return filled('etcd.yml', {
    'a=http://10.0.0.11:2380,b=http://10.0.0.12:2380,c=http://10.0.0.13:2380': `c=http://${c.address}:2380`,
    'name: a': 'name: c',
    [`${a.example}:`]: `${c.address}:`,
    '/var/lib/etcd/kaiin': join(folder, 'etcd'),
  });
};

/**
 * Patroni's file on a or b. With `backup`, `{ base, moment }`, the machine begins as that backup
 * was at the moment, as an SQL timestamp.
 */
export const patroniFile = (name, folder, bin, secrets, backup) => {
  const file = filled('patroni.yml', {
    '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': `${machines.c.address}:2379`,
    'name: a': `name: ${name}`,
    [`${machines.a.example}:`]: `${machines[name].address}:`,
    '10.0.0.0/24': '127.0.0.0/8',
    '/var/lib/postgresql/kaiin': dataOf(name, folder),
    '/usr/lib/postgresql/18/bin': bin,
    '/var/run/postgresql': diskOf(name, folder),
    '/etc/kaiin/archive-wal.sh': join(folder, 'archive-wal.sh'),
    ...Object.fromEntries(Object.entries(secrets).filter(([text]) => text !== 'SECRET-KAIIN')),
  });
  return backup ? file.replace(/^bootstrap:\n/m, restoreFile(name, folder, backup)) : file;
};

const restoreFile = (name, folder, { base, moment }) =>
  filled('restore.yml', {
    '/var/backups/kaiin/base/2026-11-27': base,
    '/var/lib/postgresql/kaiin': dataOf(name, folder),
    '/var/backups/kaiin/wal': join(backupsOf(folder), 'wal'),
    '2026-11-27 18:30:00+09': moment,
  });

/** What PostgreSQL calls for each file of its WAL. */
export const archiveFile = (folder) => filled('archive-wal.sh', { '/var/backups/kaiin': backupsOf(folder) });

/** The folder of backups, which no machine loses. */
export const backupsOf = (folder) => join(folder, 'backups');

/** Where the disk of a or b is. */
export const diskOf = (name, folder) => join(folder, `${name}-disk`);

/** The folder of PostgreSQL's data on a or b. */
export const dataOf = (name, folder) => join(diskOf(name, folder), 'data');

/** HAProxy's file on a or b. */
export const haproxyFile = (name) =>
  filled('haproxy.cfg', {
    '127.0.0.1:5000': `${machines[name].address}:5000`,
    [machines.a.example]: machines.a.address,
    [machines.b.example]: machines.b.address,
  });

/** PgBouncer's files on a or b. The drill has more databases than one. */
export const bouncerFiles = (name, folder, secrets) => ({
  settings: filled('pgbouncer.ini', {
    'kaiin = host=127.0.0.1 ': `* = host=${machines[name].address} `,
    'listen_addr = 127.0.0.1': `listen_addr = ${machines[name].address}`,
    '/etc/pgbouncer/userlist.txt': join(folder, `${name}-userlist.txt`),
  }),
  users: filled('userlist.txt', { 'SECRET-KAIIN': secrets['SECRET-KAIIN'] }),
});
