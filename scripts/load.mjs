// make load: the scenes of deploy/load against everything on this machine, each beside the bare
// page at as many requests a second, or at as many as Next makes; printed, and written to
// .run/load.json. MINUTES is how long each takes, SCENES names some.
import { writeFileSync } from 'node:fs';
import { startBare } from './bench/bare.mjs';
import { memoryOf } from './bench/load.mjs';
import { crowd, password, signUp } from './bench/member.mjs';
import { ensureK6, play } from './load/k6.mjs';
import { Growth, report } from './load/report.mjs';
import { addApp, payments, turnTheMonth } from './load/site.mjs';
import { inRun } from './stack/checkout.mjs';
import { ProcessorTime } from './stack/cpu.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { freePorts } from './stack/ports.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { startStack } from './stack/stack.mjs';
import { checkTools } from './stack/tools.mjs';

const minutes = Number(process.argv[2] || 3);
const scenes = ['premiere', 'tokens', 'month'];
/** How many rounds of a scene begin in ten seconds, on two processors. */
const evening = 10;
const looks = 30;
const spare = 200; // members whom rounds have that never end
const mostPages = 200; // bare pages in ten seconds: many more are more than Next makes
const apps = 8; // tokens that are renewed at once

process.env.KAIIN_LOG_LEVEL ??= 'warn';
process.env.KAIIN_TRUSTED_PROXIES ??= '127.0.0.0/8,::1/128'; // each member is in a network of their own

await main(async () => {
  checkTools();
  const asked = process.env.SCENES?.split(/[ ,]+/) ?? scenes;
  const unknown = asked.filter((name) => !scenes.includes(name));
  if (unknown.length > 0) throw new Problem(`There is no scene ${unknown.join(', ')}; there are ${scenes.join(', ')}.`);
  const processes = new Processes('load');
  await processes.claim();
  return untilInterrupted(processes, () => load(processes, asked));
});

async function load(processes, asked) {
  await ensurePackages(processes);
  const k6 = await ensureK6(processes);
  const bare = await startBare(processes);
  const ports = await freePorts(['site', 'sandbox', 'smtp', 'next', 'postgres']);
  const stack = await startStack(processes, { name: 'test', ports, durable: true });
  const one = await signUp(stack.site, stack.sandbox);
  const seconds = Math.round(minutes * 60);
  const emails = await crowd(
    stack.databaseUrl,
    one.email,
    Math.ceil((seconds / 10) * (2 * evening + looks)) + 3 * spare,
  );
  writeFileSync(inRun('load-members.json'), JSON.stringify(emails));

  const told = { SITE: stack.site, SANDBOX: stack.sandbox, PASSWORD: password, MEMBERS: inRun('load-members.json') };
  const time = new ProcessorTime();
  const spent = (pids) => {
    time.look();
    return pids.reduce((sum, pid) => sum + time.of(pid), 0);
  };
  let first = 0; // of the members whom no scene has had yet
  const results = {};
  const measured = async (scene, pids, env) => {
    const before = spent(pids);
    const found = await play(processes, k6, scene, { ...told, DURATION: `${seconds}s`, FIRST: String(first), ...env });
    return { ...found, processorMs: ((spent(pids) - before) * 1000) / found.requests };
  };
  const beside = async (scene, env) => {
    processes.say(`${scene}: ${minutes} minutes…`);
    const pids = stack.pids();
    const growth = new Growth(() => memoryOf(pids.server));
    const found = await measured(scene, Object.values(pids), env);
    const memory = growth.end();
    first += scene === 'tokens' ? apps : found.rounds + spare;
    const rate = String(Math.min(mostPages, Math.max(1, Math.round(found.aSecond * 10))));
    processes.say(`${scene}: the bare page, ${minutes} minutes…`);
    const plain = await measured('bare', [bare.pid], { BARE: bare.address, RATE: rate });
    results[scene] = { ...found, memory, bare: plain };
  };

  if (asked.includes('premiere')) await beside('premiere', { PLAN: 'film-foghorn', RATE: String(evening) });
  if (asked.includes('tokens')) {
    const { id, secret } = await addApp(stack);
    await beside('tokens', { APP: id, SECRET: secret, VUS: String(apps) });
  }
  if (asked.includes('month')) {
    processes.say(`month: contracts that are renewed, ${minutes} minutes…`);
    const sold = await measured('premiere', Object.values(stack.pids()), { PLAN: 'standard', RATE: String(evening) });
    first += sold.rounds + spare;
    const before = await payments(stack);
    const turned = turnTheMonth(stack);
    await beside('month', { RATE: String(looks) });
    await turned;
    Object.assign(results.month, { due: sold.rounds, renewed: (await payments(stack)) - before });
  }
  writeFileSync(inRun('load.json'), `${JSON.stringify({ minutes, ...results }, null, 2)}\n`);
  return report(results, (line) => processes.say(line)) ? 0 : 1;
}
