// make bench: the speed claims, as ratios measured side by side in one run; printed, and written to
// .run/bench.json. With `small` in place of the number of rounds it only shows that each part
// works, as `make test` does, and knows no bounds. PARTS names parts, if not all are wanted.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { act } from './bench/act.mjs';
import { startBare } from './bench/bare.mjs';
import { crowdSpeed } from './bench/crowd.mjs';
import { staffFlood } from './bench/flood.mjs';
import { growth } from './bench/growth.mjs';
import { memoryOf } from './bench/load.mjs';
import { loginSpeed } from './bench/logins.mjs';
import { contract, crowd, logIn, signUp } from './bench/member.mjs';
import { pageCosts, shimSpeed } from './bench/pages.mjs';
import { measure } from './bench/parts.mjs';
import { patchGains } from './bench/patches.mjs';
import { withPhone } from './bench/phone.mjs';
import { provider } from './bench/provider.mjs';
import { purchase } from './bench/purchase.mjs';
import { renewals } from './bench/renewals.mjs';
import { report } from './bench/report.mjs';
import { search } from './bench/search.mjs';
import { telemetryOfPages, telemetryOfRenewals } from './bench/telemetry.mjs';
import { buildServer, buildWeb } from './stack/build.mjs';
import { inCheckout, inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { startStack } from './stack/stack.mjs';
import { checkTools } from './stack/tools.mjs';

const small = process.argv[2] === 'small';
const rounds = small ? 1 : Number(process.argv[2] || 7);
const share = small ? 0.02 : 1; // of the requests for pages
const burst = small ? 4 : 300; // logins, before the memory is read
const rest = small ? 0 : 10_000; // ms, longer than the server waits for another password

process.env.KAIIN_LOG_LEVEL ??= 'warn'; // a line a request is not what is measured

await main(async () => {
  checkTools();
  const processes = new Processes('bench');
  await processes.claim();
  return untilInterrupted(processes, () => bench(processes));
});

async function bench(processes) {
  await ensurePackages(processes);
  const say = (line) => processes.say(line);
  const { results, broken } = await withTestServer(processes, (url) =>
    measure(wanted({ ...ofTheSite(processes), ...ofPackages(processes, url) }), say),
  );
  writeFileSync(inRun('bench.json'), `${JSON.stringify({ ...results, broken }, null, 2)}\n`);
  const missed = report(results, say);
  if (!small) for (const line of missed) say(`MISSED  ${line}`);
  for (const [name, why] of Object.entries(broken)) say(`BROKEN  ${name}: ${why}`);
  for (const name of Object.keys(results)) if (!(name in broken)) say(`ok      ${name}`);
  return Object.keys(broken).length > 0 || (!small && missed.length > 0) ? 1 : 0;
}

/** Of all parts, those that PARTS names. */
function wanted(parts) {
  const names = process.env.PARTS?.split(/[ ,]+/);
  return names ? Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name))) : parts;
}

/**
 * What is measured with everything running. The first part that needs it starts it; where that
 * fails, each says so.
 */
function ofTheSite(processes) {
  let started;
  const site = () => {
    started ??= start(processes);
    return started;
  };
  return {
    readySeconds: async () => (await site()).readySeconds,
    pages: async () => {
      const { stack, bare, member, signer } = await site();
      return pageCosts(rounds, stack, bare, { member: member.cookie, signer: signer.cookie }, share);
    },
    screenData: async () => {
      const { stack, bare, member } = await site();
      return shimSpeed(rounds, stack, bare, member.cookie, share);
    },
    patches: async () => {
      const { stack, ports, member } = await site();
      return patchGains(processes, stack, ports, member.cookie, { rounds, share });
    },
    telemetry: async () => {
      const started = await site();
      return telemetryOfPages(processes, started, started.member.cookie, { rounds, share });
    },
    flooded: async () => {
      const started = await site();
      return staffFlood(rounds, started, started.member.cookie, { share });
    },
    ...(small && { lighthouse: async () => onPhone(processes, await site()) }), // `make lighthouse` measures by it
    visitors: async () => crowdSpeed(rounds, (await site()).stack, { share }),
    memory: async () => {
      const { stack, member } = await site();
      const emails = await crowd(stack.databaseUrl, member.email, burst);
      const memory = () => memoryOf(stack.pids().server);
      const before = memory();
      await logIn(stack.site, emails);
      const after = memory();
      await sleep(rest);
      return { before, after, later: memory(), logins: burst };
    },
  };
}

async function onPhone(processes, { stack, bare }) {
  const pages = { bare: bare.address, start: `${stack.site}/` };
  return withPhone(processes, async (visit) => {
    const found = {};
    for (const [name, address] of Object.entries(pages)) found[name] = await visit({ name, address });
    return found;
  });
}

async function start(processes) {
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
  return { stack, ports, bare, readySeconds, member, signer };
}

/** What benchmarks of Go measure, against the PostgreSQL server at the URL. */
function ofPackages(processes, url) {
  return {
    logins: () => loginSpeed(processes, url, rounds, small),
    renewed: () => renewals(processes, url, small),
    actMs: () => act(processes, url, small),
    searches: () => search(processes, url, small),
    renewedWithTelemetry: () => telemetryOfRenewals(processes, url, small),
    bought: () => purchase(processes, url, small),
    provider: () => provider(processes, url, small),
    growth: () => growth(processes, url, small),
  };
}
