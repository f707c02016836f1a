import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRun } from '../stack/checkout.mjs';
import { dataFolder, query, unprivileged } from '../stack/postgres.mjs';
import { Problem } from '../stack/problem.mjs';
import { bouncerFiles, dataOf, etcdFile, haproxyFile, machines, patroniFile } from './files.mjs';
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

  constructor(processes, programs) {
    this.#processes = processes;
    this.#programs = programs;
    this.machines = Object.fromEntries(
      servers.map((name) => {
        const start = () => this.#start(`patroni-${name}`, programs.patroni, [this.#path(`${name}-patroni.yml`)]);
        return [name, new Machine(processes, { name, data: dataOf(name, this.#folder), start })];
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
    this.#write('etcd.yml', etcdFile(this.#folder));
    const env = { ETCD_UNSUPPORTED_ARCH: process.arch === 'arm64' ? 'arm64' : '' };
    this.#start('etcd', this.#programs.etcd, ['--config-file', this.#path('etcd.yml')], env);
    for (const name of servers) {
      this.#write(`${name}-patroni.yml`, patroniFile(name, this.#folder, this.#programs.postgres, this.#secrets));
      this.machines[name].start();
      await this.#answers(name, name === 'a' ? 'primary' : 'replica');
    }
    await this.#answers('b', 'sync');
    for (const name of servers) this.#startProxies(name);
    await this.#makeRole();
  }

  /** Ends what an interrupted drill has left of PostgreSQL. */
  sweep() {
    for (const machine of Object.values(this.machines)) machine.sweep();
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

  // The role that Kaiin has, as docs/failover.md says. It makes the databases of the drill. HAProxy
  // leads to the standby, too, until it has looked once.
  #makeRole() {
    const { hostname } = new URL(this.#url('a', 5000));
    const url = `postgres://postgres:${this.#secrets['SECRET-POSTGRES']}@${hostname}:5000/postgres?sslmode=disable`;
    const statement = `CREATE ROLE kaiin LOGIN CREATEDB PASSWORD '${this.#secrets['SECRET-KAIIN']}'`;
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

  #write(name, text) {
    writeFileSync(this.#path(name), text, { mode: 0o600 });
    this.#give(this.#path(name));
  }

  #give(path) {
    if (asRoot) chownSync(path, this.#identity.uid, this.#identity.gid);
  }
}
