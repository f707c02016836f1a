import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inCheckout } from '../stack/checkout.mjs';
import { freePorts, portTable } from '../stack/ports.mjs';
import { cleanCheckout, cleanEnvironment } from './clean.mjs';
import { listings } from './listings.mjs';
import { parts } from './parts.mjs';
import { Person } from './person.mjs';
import { Shell } from './shell.mjs';

// A stranger follows the README and the pages that it leads to for a first hour, to the letter: in
// a clean checkout, with an environment that has nothing of Kaiin in it but other ports.

const thisTest = 'make test'; // it runs this

test('every command of the README and of the pages for the first hour does what they say', {
  timeout: 900_000,
}, async (t) => {
  const { home, folder, remove } = cleanCheckout(parts.find(({ name }) => name === process.env.KAIIN_NEWCOMER_WITHOUT));
  t.after(remove);
  const ports = await freePorts();
  const moved = Object.fromEntries(
    Object.entries(portTable).map(([name, { variable }]) => [variable, String(ports[name])]),
  );
  const env = cleanEnvironment(home, moved);
  const site = `http://localhost:${ports.site}`;
  const sandbox = `http://localhost:${ports.sandbox}`;
  const shell = new Shell(folder, env);
  const done = new Set();
  const page = (name) => {
    const text = readFileSync(inCheckout(name), 'utf8').replaceAll('http://localhost:8080', site);
    return listings(text.replaceAll('http://localhost:8090', sandbox));
  };
  const readme = page('README.md');
  const next = (all, begins) => {
    const listing = all.find((one) => one.startsWith(begins));
    done.add(listing);
    return listing;
  };

  assert.match(spawnSync('bin/kaiin', ['client', 'list'], { cwd: folder, env, encoding: 'utf8' }).stderr, /make run/);

  await running(t, folder, env, next(readme, 'make run'), async (greeting) => {
    for (const address of [`${site}/plans`, `${site}/staff/login`, sandbox, `${sandbox}/inbox.json`]) {
      assert.ok(greeting.includes(new URL(address).origin), greeting);
      assert.equal((await fetch(address)).status, 200, address);
    }
    assert.match(greeting, /bin\/kaiin client list, or make kaiin ARGS="client list"/);
    assert.match(await shell.type('bin/kaiin client list'), /todaiza-tv/);
    assert.match(await shell.type('make --silent kaiin ARGS="client list"'), /todaiza-tv/);

    const app = page('docs/connect-an-app.md');
    const secret = /(?:^|\s)([A-Za-z0-9_-]{40,})\s*$/m.exec(await shell.type(next(app, 'cat > my-app.json')))?.[1];
    assert.ok(secret, 'the command says a secret');
    const address = (await shell.type(next(app, 'SECRET=…'), { SECRET: secret })).trim().split('\n').at(-1);
    const person = new Person(site, sandbox);
    await person.signUp();
    const back = await person.allow(address);
    assert.equal(`${back.origin}${back.pathname}`, 'http://127.0.0.1:9000/back');
    const code = back.searchParams.get('code');
    const tokens = JSON.parse(await shell.type(next(app, 'CODE=…'), { CODE: code }));
    const about = JSON.parse(await shell.type(next(app, 'ACCESS_TOKEN=…'), { ACCESS_TOKEN: tokens.access_token }));
    assert.equal(about.family_name, '会員');
    const renewed = JSON.parse(await shell.type(next(app, 'REFRESH_TOKEN=…'), { REFRESH_TOKEN: tokens.refresh_token }));
    assert.ok(renewed.access_token);
    const device = JSON.parse(await shell.type(next(app, 'curl -s $SITE/oidc/device_authorization')));
    const pending = JSON.parse(await shell.type(next(app, 'DEVICE_CODE=…'), { DEVICE_CODE: device.device_code }));
    assert.equal(pending.error, 'authorization_pending');
    // An example of an answer is no command.
    for (const listing of app) if (/^["{]/.test(listing)) done.add(listing);

    const programs = page('docs/programs.md');
    for (const begins of ['openssl genrsa', 'N=$(openssl']) await shell.type(next(programs, begins));
    // The server knows a new client after a second. People take longer for the next command.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const given = JSON.parse(await shell.type(next(programs, 'SITE=')));
    const answer = JSON.parse(await shell.type(`TOKEN=${given.access_token}\n${next(readme, 'curl -s')}`));
    assert.equal(answer.data?.staff.name, '夜間集計', JSON.stringify(answer));

    for (const listing of [...readme, ...app, ...programs]) {
      assert.ok(done.has(listing) || listing === thisTest, `a command that was not tried:\n${listing}`);
    }
  });
  await assert.rejects(fetch(site), 'nothing answers after Ctrl-C');

  const own = page('docs/your-own-store.md');
  assert.match(await shell.type(next(own, 'bin/kaiin store init')), /my-store\/store\.yaml/);
  await running(t, folder, env, next(own, 'make run STORE='), async () => {
    assert.match(await (await fetch(`${site}/`)).text(), /わたしの映画館/);
    for (const file of ['logo.svg', 'mark.svg', 'monthly.svg', 'film.svg', 'law.html', 'page.css']) {
      assert.equal((await fetch(`${site}/store/${file}`)).status, 200, file);
    }
    const file = join(folder, 'my-store/store.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('price: 980', 'price: 890'));
    assert.match(await shell.type(next(own, 'bin/kaiin seed --check')), /is right[\s\S]*sells 2 plans/);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    assert.match(await (await fetch(`${site}/plans`)).text(), /890/);
    const sample = next(own, 'kaiin seed: store.yaml:');
    writeFileSync(file, readFileSync(file, 'utf8').replace('renewSpanUnit: months', 'renewSpanUnit: moths'));
    const wrong = spawnSync('bin/kaiin', ['seed', '--check', '--store', 'my-store/store.yaml'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    assert.ok(wrong.stderr.includes(sample.split('\n')[1]), wrong.stderr);
    const [, inText] = /`(bin\/kaiin bill[^`]*)`/.exec(readFileSync(inCheckout('docs/your-own-store.md'), 'utf8'));
    await shell.type(inText);
    for (const listing of own) assert.ok(done.has(listing), `a command that was not tried:\n${listing}`);
  });
  assert.match(await shell.type('make --silent reset'), /The data is gone/);
  assert.ok(existsSync(join(folder, 'my-store/store.yaml')));
});

/**
 * Types a command that goes on until Ctrl-C, does `body` once it says that it is ready, presses
 * that, and waits until all has ended.
 */
async function running(t, folder, env, command, body) {
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
  });
  let said = '';
  const over = new Promise((resolve) => child.on('close', resolve));
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part;
        if (/Kaiin is ready[\s\S]*throws it away/.test(said)) resolve();
      });
    }
    child.on('close', () => reject(new Error(`${command} ended:\n${said.slice(-4000)}`)));
  });
  await ready;
  try {
    await body(said.slice(said.indexOf('Kaiin is ready')));
  } finally {
    process.kill(-child.pid, 'SIGINT');
  }
  await over;
}
