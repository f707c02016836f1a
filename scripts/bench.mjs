// make bench: the speed claims, as ratios measured side by side in one run; printed, and written to .run/bench.json.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { startBare } from './bench/bare.mjs';
import { cpuOf, load, median, memoryOf } from './bench/load.mjs';
import { loginSpeed } from './bench/logins.mjs';
import { signUp } from './bench/member.mjs';
import { buildServer, buildWeb } from './stack/build.mjs';
import { inCheckout, inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { startStack } from './stack/stack.mjs';
import { checkTools } from './stack/tools.mjs';

const rounds = 7;
const bounds = { pageCpu: 5.5, screenData: 10, readySeconds: 10, memoryMB: 150, passwords: 0.9 };

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
  const bareAddress = await startBare(processes);

  const ports = JSON.parse(
    execFileSync(process.execPath, [inCheckout('scripts/free-ports.mjs')], { encoding: 'utf8' }),
  );
  const began = performance.now();
  const stack = await startStack(processes, { name: 'test', ports });
  const readySeconds = (performance.now() - began) / 1000;
  const cookie = await signUp(stack.site, stack.sandbox);

  const pages = await pageCosts(stack, bareAddress, cookie);
  const speed = await shimSpeed(stack, cookie);
  const memoryMB = memoryOf(stack.pids().server);
  const logins = await loginSpeed(processes);
  const results = {
    pages,
    worstPage: Math.max(...pages.map(({ ratio }) => ratio)),
    screenData: speed,
    readySeconds,
    memoryMB,
    logins,
  };
  writeFileSync(inRun('bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  return report(processes, results);
}

/** Processor time of Next a page, against the bare page, in turns so that both meet the same noise. */
async function pageCosts(stack, bare, cookie) {
  const kinds = [
    { path: '/', headers: {} },
    { path: '/login', headers: {} },
    { path: '/plans', headers: {} },
    { path: '/mypage', headers: { cookie } },
  ];
  const next = stack.pids().next;
  const cost = async (pid, address, headers, count) => {
    const before = cpuOf(pid);
    await load(address, { count, headers });
    return (cpuOf(pid) - before) / count;
  };
  for (const { path, headers } of kinds) await cost(next, stack.site + path, headers, 300);
  await cost(bare.pid, bare.address, {}, 1500);
  const costs = kinds.map(() => []);
  const bares = [];
  for (let round = 0; round < rounds; round++) {
    bares.push(await cost(bare.pid, bare.address, {}, 600));
    for (const [i, { path, headers }] of kinds.entries())
      costs[i].push(await cost(next, stack.site + path, headers, 200));
  }
  const bareCost = median(bares);
  return kinds.map(({ path }, i) => ({
    path,
    cpuMs: median(costs[i]),
    bareMs: bareCost,
    ratio: median(costs[i]) / bareCost,
  }));
}

/** How many times as many requests a second the data of a page takes as the page itself. */
async function shimSpeed({ site }, cookie) {
  const headers = { cookie };
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const page = 300 / (await load(`${site}/mypage`, { count: 300, headers }));
    const data = 4000 / (await load(`${site}/mypage/screen-data`, { count: 4000, headers }));
    ratios.push(data / page);
  }
  return median(ratios);
}

function report(processes, { pages, worstPage, screenData, readySeconds, memoryMB, logins }) {
  const lines = [
    ...pages.map(({ path, cpuMs, bareMs, ratio }) => [
      `CPU of Next, ${path}`,
      `${ratio.toFixed(2)} × a bare page (${cpuMs.toFixed(2)} ms to ${bareMs.toFixed(2)} ms)`,
    ]),
    ['dearest page', `${worstPage.toFixed(2)} ×`, worstPage <= bounds.pageCpu, `at most ${bounds.pageCpu}`],
    [
      '/mypage/screen-data',
      `${screenData.toFixed(1)} × the page`,
      screenData >= bounds.screenData,
      `at least ${bounds.screenData}`,
    ],
    ['ready after', `${readySeconds.toFixed(1)} s`, readySeconds < bounds.readySeconds, `under ${bounds.readySeconds}`],
    ['memory of the API', `${memoryMB.toFixed(0)} MB`, memoryMB < bounds.memoryMB, `under ${bounds.memoryMB}`],
    [
      'logins by password',
      `${logins.passwordsToBareHashes.toFixed(2)} × bare hashes (${logins.passwordsASecond.toFixed(0)} a second)`,
      logins.passwordsToBareHashes >= bounds.passwords,
      `at least ${bounds.passwords}`,
    ],
    ['logins by mailed code', `${logins.codesASecond.toFixed(0)} a second`],
    ['look-ups of sessions', `${logins.sessionsASecond.toFixed(0)} a second`],
  ];
  processes.say('');
  for (const [what, value, holds, bound] of lines) {
    processes.say(`${what.padEnd(24)} ${value.padEnd(44)} ${bound ? `${holds ? 'holds' : 'MISSED'} (${bound})` : ''}`);
  }
  return lines.every(([, , holds]) => holds !== false) ? 0 : 1;
}
