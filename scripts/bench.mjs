// make bench: the speed claims, as ratios measured side by side in one run; printed, and written to .run/bench.json.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBare } from './bench/bare.mjs';
import { crowdSpeed } from './bench/crowd.mjs';
import { growth } from './bench/growth.mjs';
import { memoryOf } from './bench/load.mjs';
import { loginSpeed } from './bench/logins.mjs';
import { contract, crowd, logIn, signUp } from './bench/member.mjs';
import { pageCosts, shimSpeed } from './bench/pages.mjs';
import { provider } from './bench/provider.mjs';
import { purchase } from './bench/purchase.mjs';
import { renewals } from './bench/renewals.mjs';
import { report } from './bench/report.mjs';
import { buildServer, buildWeb } from './stack/build.mjs';
import { inCheckout, inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { startStack } from './stack/stack.mjs';
import { checkTools } from './stack/tools.mjs';

const burst = 300; // logins, before the memory is read
const rounds = Number(process.argv[2] || 7);

process.env.KAIIN_LOG_LEVEL ??= 'warn'; // a line a request is not what is measured

await main(async () => {
  checkTools();
  const processes = new Processes('bench');
  await processes.claim();
  return untilInterrupted(processes, () => bench(processes));
});

async function bench(processes) {
  await ensurePackages(processes);
  await buildServer(processes);
  await buildWeb(processes);
  const bare = await startBare(processes);

  const ports = JSON.parse(
    execFileSync(process.execPath, [inCheckout('scripts/free-ports.mjs')], { encoding: 'utf8' }),
  );
  const began = performance.now();
  const stack = await startStack(processes, { name: 'test', ports, durable: true });
  const readySeconds = (performance.now() - began) / 1000;
  const member = await signUp(stack.site, stack.sandbox);
  const signer = await signUp(stack.site, stack.sandbox, { until: 'form' });
  await contract(stack.databaseUrl, 'standard');
  const emails = await crowd(stack.databaseUrl, member.email, burst);

  processes.say('Weighing pages…');
  const pages = await pageCosts(rounds, stack, bare, { member: member.cookie, signer: signer.cookie });
  const screenData = await shimSpeed(rounds, stack, bare, member.cookie);
  const visitors = await crowdSpeed(rounds, stack);
  processes.say('Logging members in…');
  const before = memoryOf(stack.pids().server);
  await logIn(stack.site, emails);
  const memory = { before, after: memoryOf(stack.pids().server), logins: burst };
  await sleep(10_000); // longer than the server waits for another password
  memory.later = memoryOf(stack.pids().server);
  const logins = await loginSpeed(rounds, processes);
  processes.say('Renewing contracts…');
  const renewed = await renewals(processes);
  const bought = await purchase(processes);
  processes.say('Filling a database with 100,000 members…');
  const results = {
    pages,
    screenData,
    visitors,
    readySeconds,
    memory,
    logins,
    renewed,
    bought,
    provider: await provider(processes),
    growth: await growth(processes),
  };
  writeFileSync(inRun('bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  return report(results, (line) => processes.say(line)) ? 0 : 1;
}
