import { createServer } from 'node:http';

/** What may be asked for of a machine: the last part of the path, the method of Machine. */
const ofMachine = {
  kill: 'kill',
  start: 'start',
  halt: 'halt',
  'wake-postgres': 'wakePostgres',
  wake: 'wake',
  fill: 'fill',
  free: 'free',
  slow: 'slow',
  steady: 'steady',
  destroy: 'destroy',
};

/** What may be asked for of the cluster, the method of Cluster. */
const ofCluster = { backup: 'backup', restore: 'restore' };

/**
 * Serves POST /{machine}/{act} and /cluster/{act} on the loopback, for the test that says when what
 * fails. The query `moment` is for a restore. Answers its address.
 */
export async function serveControl(cluster, say) {
  const server = createServer(async (request, answer) => {
    const { pathname, searchParams } = new URL(request.url, 'http://control');
    const [, name, act] = pathname.split('/');
    const of = name === 'cluster' ? cluster : cluster.machines[name];
    const method = (of === cluster ? ofCluster : ofMachine)[act];
    if (request.method !== 'POST' || !of || !method) return answer.writeHead(404).end();
    try {
      say(`failover| ${of === cluster ? 'the cluster' : `machine ${name}`}: ${act}`);
      await of[method](searchParams.get('moment'));
      answer.writeHead(200).end();
    } catch (error) {
      answer.writeHead(500).end(error.message);
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${server.address().port}`;
}
