import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRun } from '../stack/checkout.mjs';
import { dataFolder, query, unprivileged } from '../stack/postgres.mjs';
import { Problem } from '../stack/problem.mjs';
import { Disk } from './disk.mjs';
import {
  archiveFile,
  backupsOf,
  bouncerFiles,
  dataOf,
  diskOf,
  etcdFile,
  haproxyFile,
  machines,
  patroniFile,
} from './files.mjs';
import { Machine } from './machine.mjs';

const asRoot = process.getuid?.() === 0;
const servers = ['a', 'b'];

/**
 * The machines of deploy/cluster on addresses of the loopback: etcd, two PostgreSQL with their
 * Patroni, and for each Kaiin an HAProxy and a PgBouncer. What they write is in .run/failover.
 */
export class Cluster {
  #processes;
  #programs;
  #folder = dataFolder('failover');
  #identity = asRoot ? unprivileged() : {};
  #secrets = Object.fromEntries(
    ['POSTGRES', 'REPLICATOR', 'REWINDER', 'KAIIN'].map((of) => [`SECRET-${of}`, randomBytes(16).toString('hex')]),
  );

  #disks = Object.fromEntries(servers.map((name) => [name, new Disk(diskOf(name, this.#folder))]));

  constructor(processes, programs) {
    this.#processes = processes;
    this.#programs = programs;
    this.machines = Object.fromEntries(
      servers.map((name) => {
        const start = () => this.#start(`patroni-${name}`, programs.patroni, [this.#path(`${name}-patroni.yml`)]);
        return [
          name,
          new Machine(processes, { name, disk: this.#disks[name], data: dataOf(name, this.#folder), start }),
        ];
      }),
    );
  }

  /** Starts all of it anew and waits until the standby follows. */
  async start() {
    this.sweep();
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(dirname(this.#folder), { recursive: true, mode: asRoot ? 0o755 : 0o700 });
    mkdirSync(this.#folder, { mode: 0o700 });
    rmSync(inRun('failover'), { recursive: true, force: true });
    mkdirSync(inRun('failover'));
    this.#give(this.#folder);
    for (const folder of ['', 'wal', 'base']) {
      mkdirSync(join(backupsOf(this.#folder), folder), { mode: 0o700 });
      this.#give(join(backupsOf(this.#folder), folder));
    }
    for (const disk of Object.values(this.#disks)) disk.make(this.#identity);
    this.#write('archive-wal.sh', archiveFile(this.#folder), 0o700);
    this.#write('etcd.yml', etcdFile(this.#folder));
    const env = { ETCD_UNSUPPORTED_ARCH: process.arch === 'arm64' ? 'arm64' : '' };
    this.#start('etcd', this.#programs.etcd, ['--config-file', this.#path('etcd.yml')], env);
    await this.#startMachines();
    for (const name of servers) this.#startProxies(name);
    await this.#makeRole();
  }

  /** Ends what an interrupted drill has left of PostgreSQL, and its disks. */
  sweep() {
    for (const machine of Object.values(this.machines)) machine.sweep();
    for (const disk of Object.values(this.#disks)) disk.remove();
  }

  /** Whether a disk can be full. */
  get hasDisks() {
    return Object.values(this.#disks).every(({ mounted }) => mounted);
  }

  /** Makes a backup as docs/operate.md says, and checks it. */
  async backup() {
    const { address } = machines.a;
    const from = `host=${address} port=5000 user=replicator`;
    await this.#run('pg_basebackup', ['-d', from, '-D', this.#base, '--checkpoint=fast'], {
      PGPASSWORD: this.#secrets['SECRET-REPLICATOR'],
    });
    await this.#run('pg_verifybackup', [this.#base]);
  }

  /**
   * Makes both machines, which have lost their data, from the backup and the archived WAL, as
   * docs/failover.md says. `moment` is what they are restored to, an SQL timestamp.
   */
  async restore(moment) {
    await sleep(25_000); // until the key of the primary, which is lost, is free: ttl
    const answers = ['kaiin', 'Yes I am aware'].map((line) => `${line}\n`).join('');
    const forget = `printf '%s' "${answers}" | '${this.#programs.patronictl}' -c '${this.#path('a-patroni.yml')}' remove kaiin`;
    await this.#processes.run('patronictl', 'sh', ['-c', forget], {
      ...this.#identity,
      cwd: this.#folder,
      quiet: true,
    });
    await this.#startMachines({ base: this.#base, moment });
  }

  // With a backup, a begins with it, and b follows.
  async #startMachines(backup) {
    for (const name of servers) {
      const from = name === 'a' ? backup : undefined;
      this.#write(`${name}-patroni.yml`, patroniFile(name, this.#folder, this.#programs.postgres, this.#secrets, from));
      this.machines[name].start();
      await this.#answers(name, name === 'a' ? 'primary' : 'replica');
    }
    await this.#answers('b', 'sync');
  }

  get #base() {
    return join(backupsOf(this.#folder), 'base', 'one');
  }

  #run(program, args, env = {}) {
    return this.#processes.run(program, join(this.#programs.postgres, program), args, {
      ...this.#identity,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: this.#folder, ...env },
      quiet: true,
    });
  }

  /** The ways to the database: `proxy` is HAProxy's, `pooler` PgBouncer's, `postgres` past both. */
  ways() {
    return Object.fromEntries(
      servers.map((name) => {
        const { address } = machines[name];
        return [
          name,
          {
            patroni: `http://${address}:8008`,
            postgres: this.#url(name, 5432),
            proxy: this.#url(name, 5000),
            pooler: this.#url(name, 6432),
          },
        ];
      }),
    );
  }

  #startProxies(name) {
    this.#write(`${name}-haproxy.cfg`, haproxyFile(name));
    this.#start(`haproxy-${name}`, this.#programs.haproxy, ['-db', '-f', this.#path(`${name}-haproxy.cfg`)]);
    const { settings, users } = bouncerFiles(name, this.#folder, this.#secrets);
    this.#write(`${name}-userlist.txt`, users);
    this.#write(`${name}-pgbouncer.ini`, settings);
    this.#start(`pgbouncer-${name}`, this.#programs.pgbouncer, [this.#path(`${name}-pgbouncer.ini`)]);
  }

  // The role that Kaiin has, as docs/failover.md says. It makes the databases of the drill, and
  // drops them, which may end an autovacuum there. HAProxy leads to the standby, too, until it has
  // looked once.
  #makeRole() {
    const { hostname } = new URL(this.#url('a', 5000));
    const url = `postgres://postgres:${this.#secrets['SECRET-POSTGRES']}@${hostname}:5000/postgres?sslmode=disable`;
    const statement = `CREATE ROLE kaiin LOGIN CREATEDB IN ROLE pg_signal_backend PASSWORD '${this.#secrets['SECRET-KAIIN']}'`;
    return this.#eventually('HAProxy leads to the primary', () => query(url, statement));
  }

  #answers(name, as) {
    return this.#eventually(`machine ${name} is a ${as}`, async () => {
      const answer = await fetch(`${this.ways()[name].patroni}/${as}`, { signal: AbortSignal.timeout(2000) });
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    });
  }

  async #eventually(what, holds) {
    let last;
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(200)) {
      try {
        return await holds();
      } catch (error) {
        last = error;
      }
    }
    throw new Problem(`It is not so that ${what} (${last.message}): see .run/failover.`);
  }

  #url(name, port) {
    return `postgres://kaiin:${this.#secrets['SECRET-KAIIN']}@${machines[name].address}:${port}/postgres?sslmode=disable`;
  }

  #start(name, command, args, env = {}) {
    const file = inRun('failover', `${name}.log`);
    return this.#processes.start(name, command, args, {
      ...this.#identity,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, TZ: 'UTC', LANG: 'C.UTF-8', HOME: this.#folder, ...env },
      quiet: true,
      onLine: (line) => appendFileSync(file, `${line}\n`),
    });
  }

  #path(name) {
    return join(this.#folder, name);
  }

  #write(name, text, mode = 0o600) {
    writeFileSync(this.#path(name), text, { mode });
    this.#give(this.#path(name));
  }

  #give(path) {
    if (asRoot) chownSync(path, this.#identity.uid, this.#identity.gid);
  }
}
