import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { checkPortsFree, freePorts, portsFrom } from './ports.mjs';

test('ports come from the environment, the rest stay where they are by default', () => {
  assert.deepEqual(portsFrom({ KAIIN_PORT: '9080', NEXT_PORT: '' }), {
    site: 9080,
    sandbox: 8090,
    smtp: 8025,
    next: 3000,
    postgres: 5499,
  });
});

test('what is no port is told with the name of its variable, all at once', () => {
  assert.throws(() => portsFrom({ KAIIN_PORT: 'eighty', NEXT_PORT: '70000' }), {
    message:
      'KAIIN_PORT is "eighty", which is not a port number from 1 to 65535.\nNEXT_PORT is "70000", which is not a port number from 1 to 65535.',
  });
});

test('one port for two is told', () => {
  assert.throws(() => portsFrom({ NEXT_PORT: '8080' }), {
    message: 'NEXT_PORT and KAIIN_PORT are both 8080: give each its own port.',
  });
});

for (const host of ['127.0.0.1', '0.0.0.0']) {
  test(`a port held on ${host} is busy, and the sentence says which variable moves it`, async (t) => {
    const server = net.createServer().listen(0, host);
    t.after(() => server.close());
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address();
    const free = await freePorts(['sandbox']);
    await assert.rejects(checkPortsFree({ site: port, ...free }), {
      message: `Port ${port}, meant for the site, is used by another program: stop that, or set KAIIN_PORT to a free port.`,
    });
  });
}

test('free ports are free and differ', async () => {
  const ports = await freePorts();
  assert.equal(new Set(Object.values(ports)).size, 5);
  await checkPortsFree(ports);
});
