import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRun } from './checkout.mjs';
import { isAlive } from './ledger.mjs';
import { Problem } from './problem.mjs';
import { Processes } from './processes.mjs';

const node = process.execPath;
const sleeper = 'setInterval(() => {}, 1000); console.log("up")';

async function setup(t) {
  const name = `probe-${randomUUID()}`;
  const lines = [];
  const processes = new Processes(name, (line) => lines.push(line));
  await processes.claim();
  t.after(() => processes.stopAll());
  return { name, lines, processes };
}

const started = (processes, name, code, options = {}) =>
  new Promise((resolve) => {
    const child = processes.start(name, node, ['-e', code], {
      ...options,
      onLine: (line) => line === 'up' && resolve(child),
    });
  });

test('children stop in the reverse of the order they were started in', async (t) => {
  const { processes } = await setup(t);
  const ends = [];
  for (const name of ['database', 'server', 'pages']) {
    const child = await started(processes, name, sleeper);
    child.ended.then(() => ends.push(name));
  }
  await processes.stopAll();
  assert.deepEqual(ends, ['pages', 'server', 'database']);
});

test('a child that ignores the signal is killed when its patience is over', async (t) => {
  const { processes, lines } = await setup(t);
  const child = await started(processes, 'deaf', `process.on("SIGTERM", () => {}); ${sleeper}`, { patience: 200 });
  await processes.stopAll();
  assert.equal(isAlive(child.pid), false);
  assert.match(lines.at(-1), /deaf did not stop within 0.2 s and is killed/);
});

test('what a child has started goes with it', async (t) => {
  const { processes } = await setup(t);
  const file = inRun(`${randomUUID()}.pid`);
  t.after(() => rmSync(file, { force: true }));
  const parent = `const c = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(sleeper)}], { stdio: "inherit" });
    require("fs").writeFileSync(${JSON.stringify(file)}, String(c.pid)); setInterval(() => {}, 1000)`;
  await started(processes, 'parent', parent);
  const grandchild = Number(readFileSync(file, 'utf8'));
  await processes.stopAll();
  await sleep(100);
  assert.equal(isAlive(grandchild) && stateOf(grandchild) !== 'Z', false);
});

test('a child that ends on its own ends the stack, with a sentence that names it', async (t) => {
  const { processes } = await setup(t);
  processes.start('server', node, ['-e', 'process.exit(3)']);
  await assert.rejects(
    processes.failed,
    (error) => error instanceof Problem && /server ended on its own \(exit code 3\)/.test(error.message),
  );
});

test('a command that does not exist is a problem, not a crash', async (t) => {
  const { processes } = await setup(t);
  await assert.rejects(
    processes.run('tool', 'no-such-command-here', []),
    /tool did not succeed \(there is no such command\)/,
  );
});

test('a quiet command that fails shows what it said', async (t) => {
  const { processes, lines } = await setup(t);
  const code = 'console.log("reason"); process.exit(1)';
  await assert.rejects(processes.run('tool', node, ['-e', code], { quiet: true }), Problem);
  assert.deepEqual(lines, ['tool    | reason']);
});

test('nothing starts once stopping has begun', async (t) => {
  const { processes } = await setup(t);
  await processes.stopAll();
  assert.throws(() => processes.start('late', node, ['-e', sleeper]), Problem);
});

test('a start after a kill -9 stops what was left running', async (t) => {
  const { name } = await setup(t);
  const program = `import { Processes } from ${JSON.stringify(new URL('./processes.mjs', import.meta.url).href)};
    const processes = new Processes(${JSON.stringify(`${name}-killed`)}, () => {});
    const child = processes.start("orphan", process.execPath, ["-e", ${JSON.stringify(sleeper)}], { onLine: () => console.log(child.pid) });`;
  const supervisor = spawn(node, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const orphan = Number((await once(supervisor.stdout, 'data'))[0]);
  supervisor.kill('SIGKILL');
  await once(supervisor, 'exit');
  assert.equal(isAlive(orphan), true);

  const lines = [];
  const next = new Processes(`${name}-killed`, (line) => lines.push(line));
  await next.claim();
  await next.stopAll();
  assert.deepEqual(lines, ['Stopped what an interrupted run had left: orphan.']);
  assert.equal(isAlive(orphan) && stateOf(orphan) !== 'Z', false);
});

test('a stack that is running cannot be started twice', async (t) => {
  const { name } = await setup(t);
  await assert.rejects(new Processes(name).claim(), /already running from this folder \(process \d+\)/);
});

test('a process id that went to another process since is not ended', async (t) => {
  const name = `probe-${randomUUID()}`;
  const stranger = spawn(node, ['-e', sleeper], { stdio: 'ignore' });
  t.after(() => stranger.kill('SIGKILL'));
  const before = { pid: stranger.pid, started: 'another boot 17' };
  writeFileSync(
    inRun(`${name}.processes.json`),
    JSON.stringify({ supervisor: before, children: [{ ...before, name: 'server', signal: 'SIGTERM' }] }),
  );
  const processes = new Processes(name);
  await processes.claim();
  await processes.stopAll();
  assert.equal(isAlive(stranger.pid), true);
});

function stateOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1][0];
  } catch {
    return null;
  }
}
