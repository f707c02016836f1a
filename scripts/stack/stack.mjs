import { createRequire } from 'node:module';
import { buildServer, buildWeb, kaiin, pages } from './build.mjs';
import { inCheckout } from './checkout.mjs';
import { checkPortsFree } from './ports.mjs';
import { database, dropDatabase, runningServer, startPostgres } from './postgres.mjs';
import { answersAt, listensOn } from './ready.mjs';
import { prepareDatabase } from './seed.mjs';
import { addresses, environments } from './settings.mjs';
import { storeIn } from './store.mjs';

/**
 * Starts everything Kaiin consists of on this machine and returns its addresses once all of it
 * answers. `name` is `run` (data kept, durable) or `test` (own database, made anew, and a sandbox
 * that forgets). With `dev` the pages are rendered from their sources. With `durable` a test has a
 * database server of its own, which waits for the disk at every commit as in production. `store`
 * is what it sells (storeIn). Ports must be free; nothing is started otherwise. Of the result,
 * `env` is the server's environment, `restart()` builds the server again and replaces it, `drop()`,
 * once all has stopped, takes a test's database off a server that goes on, and `pids()` tells which
 * processes to measure.
 */
export async function startStack(processes, { name, ports, dev = false, durable = false, store = storeIn() }) {
  const forget = name === 'test';
  const external = durable ? undefined : forget ? process.env.KAIIN_TEST_DATABASE_URL : process.env.DATABASE_URL;
  const needsPort = [
    'site',
    'sandbox',
    'smtp',
    'next',
    ...(external || (!durable && runningServer(name)) ? [] : ['postgres']),
  ];
  await checkPortsFree(ports, needsPort);

  await buildServer(processes);
  if (!dev) await buildWeb(processes);

  const databaseUrl = await databaseFor(processes, {
    name: durable ? `${name}-durable` : name,
    ports,
    external,
    forget,
    fast: forget && !durable,
    store,
  });
  const env = environments({ ports, databaseUrl, dev, state: forget ? '' : store.state, storeFiles: store.files });
  await prepareDatabase(processes, env.kaiin, store);

  const at = addresses(ports);
  const ready = { accept: (status) => status === 200, patience: 120_000 };
  async function startSandbox() {
    const sandbox = processes.start('sandbox', kaiin(), ['sandbox'], { env: env.sandbox, mayEnd: dev });
    await answersAt(`${at.sandboxInside}/`, sandbox);
    return sandbox;
  }
  async function startServer() {
    const server = processes.start('kaiin', kaiin(), ['serve'], { env: env.kaiin, patience: 30_000, mayEnd: dev });
    await answersAt(`${at.api}/readyz`, server, ready);
    return server;
  }

  let sandbox = await startSandbox();
  const next = startNext(processes, env, ports, dev);
  await listensOn(ports.next, next);
  let server = await startServer();
  await answersAt(`${at.api}/`, server, ready);

  async function restart() {
    await buildServer(processes);
    await processes.stop(server);
    await processes.stop(sandbox);
    await prepareDatabase(processes, env.kaiin, store);
    sandbox = await startSandbox();
    server = await startServer();
  }
  const pids = () => ({
    server: server.pid,
    next: next.pid,
    postgres: runningServer(durable ? `${name}-durable` : name)?.pid,
  });
  const drop = async () => {
    if (forget && external) await dropDatabase(external, new URL(databaseUrl).pathname.slice(1));
  };
  return { site: at.site, sandbox: at.sandbox, databaseUrl, env: env.kaiin, restart, drop, pids };
}

async function databaseFor(processes, { name, ports, external, forget, fast, store }) {
  if (external && !forget) return external;
  const server = external || (await startPostgres(processes, { name, port: ports.postgres, fast })).url;
  return forget ? database(server, `kaiin_journeys_${ports.site}`, { anew: true }) : database(server, store.database);
}

function startNext(processes, env, ports, dev) {
  if (!dev) return processes.start('next', process.execPath, [pages()], { env: env.next });
  const next = createRequire(inCheckout('web/package.json')).resolve('next/dist/bin/next');
  return processes.start('next', process.execPath, [next, 'dev', '-H', '127.0.0.1', '-p', String(ports.next)], {
    env: env.next,
    cwd: inCheckout('web'),
  });
}
