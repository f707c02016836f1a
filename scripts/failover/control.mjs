import { createServer } from 'node:http';

/** What may be asked for of a machine: the last part of the path, the method of Machine. */
const acts = { kill: 'kill', start: 'start', halt: 'halt', 'wake-postgres': 'wakePostgres', wake: 'wake' };

/**
 * Serves POST /{machine}/{act} on the loopback, for the test that says when which machine fails.
 * Answers its address.
 */
export async function serveControl(machines, say) {
  const server = createServer(async (request, answer) => {
    const [, name, act] = request.url.split('/');
    const machine = machines[name];
    if (request.method !== 'POST' || !machine || !acts[act]) return answer.writeHead(404).end();
    try {
      say(`failover| machine ${name}: ${act}`);
      await machine[acts[act]]();
      answer.writeHead(200).end();
    } catch (error) {
      answer.writeHead(500).end(error.message);
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${server.address().port}`;
}
