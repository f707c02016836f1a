// make bench: the speed claims, as ratios measured side by side in one run; printed, and written to .run/bench.json.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpuOf, familyCpuOf, load, median, memoryOf } from './bench/load.mjs';
import { loginSpeed } from './bench/logins.mjs';
import { contract, logIn, signUp } from './bench/member.mjs';
import { buildServer, buildWeb } from './stack/build.mjs';
import { inCheckout, inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { answersAt } from './stack/ready.mjs';
import { startStack } from './stack/stack.mjs';
import { checkTools } from './stack/tools.mjs';

const rounds = 7;
const bounds = { next: 4, whole: 5.5, screenData: 10, readySeconds: 10, memoryMB: 150, passwords: 0.9 };

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
  const stack = await startStack(processes, { name: 'test', ports, durable: true });
  const readySeconds = (performance.now() - began) / 1000;
  const { email, cookie } = await signUp(stack.site, stack.sandbox);
  await contract(stack.databaseUrl, 'standard');

  const pages = await pageCosts(stack, bareAddress, cookie);
  const speed = await shimSpeed(stack, cookie);
  const entered = await logIn(stack.site, email, 60);
  const memoryMB = memoryOf(stack.pids().server);
  const logins = await loginSpeed(processes);
  const results = {
    pages,
    next: Math.max(...pages.map(({ next }) => next)),
    whole: Math.max(...pages.map(({ whole }) => whole)),
    screenData: speed,
    readySeconds,
    memoryMB,
    entered,
    logins,
  };
  writeFileSync(inRun('bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  return report(processes, results);
}

/** The page that does nothing, in a Next of its own. */
async function startBare(processes) {
  const folder = 'scripts/bench/bare';
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  await processes.run('bare', 'npx', ['next', 'build', folder], { env, quiet: true });
  const [port] = Object.values(
    JSON.parse(execFileSync(process.execPath, [inCheckout('scripts/free-ports.mjs')], { encoding: 'utf8' })),
  );
  const server = inCheckout(folder, '.next/standalone', folder, 'server.js');
  const child = processes.start('bare', process.execPath, [server], {
    env: { ...env, HOSTNAME: '127.0.0.1', PORT: String(port), KEEP_ALIVE_TIMEOUT: '100000' },
    quiet: true,
  });
  await answersAt(`http://127.0.0.1:${port}/`, child);
  return { address: `http://127.0.0.1:${port}/`, pid: child.pid };
}

/**
 * Processor time of a page against the bare page, in turns so that both meet the same noise, with gzip as every browser asks for:
 * that of Next alone, and that of Next, the API and PostgreSQL together.
 */
async function pageCosts(stack, bare, cookie) {
  const gzip = { 'accept-encoding': 'gzip' };
  const visitor = ['/', '/login', '/plans', '/signup/policy'];
  const member = ['/plans/weekly', '/mypage', '/mypage/plans', '/mypage/login-history'];
  const kinds = [
    ...visitor.map((path) => ({ path, headers: gzip })),
    ...member.map((path) => ({ path, headers: { ...gzip, cookie } })),
  ];
  const { next, server, postgres } = stack.pids();
  const spent = () => [cpuOf(next), cpuOf(server), familyCpuOf(postgres)];
  const cost = async ({ path, headers }, count) => {
    const before = spent();
    await load(stack.site + path, { count, headers });
    return spent().map((after, i) => (after - before[i]) / count);
  };
  const bareCost = async (count) => {
    const before = cpuOf(bare.pid);
    await load(bare.address, { count, headers: gzip });
    return (cpuOf(bare.pid) - before) / count;
  };
  for (const kind of kinds) await cost(kind, 200);
  await bareCost(1500);
  const costs = kinds.map(() => []);
  const bares = [];
  for (let round = 0; round < rounds; round++) {
    bares.push(await bareCost(600));
    for (const [i, kind] of kinds.entries()) costs[i].push(await cost(kind, 150));
  }
  const bareMs = median(bares);
  return kinds.map(({ path }, i) => {
    const [nextMs, apiMs, postgresMs] = [0, 1, 2].map((part) => median(costs[i].map((round) => round[part])));
    return {
      path,
      nextMs,
      apiMs,
      postgresMs,
      bareMs,
      next: nextMs / bareMs,
      whole: (nextMs + apiMs + postgresMs) / bareMs,
    };
  });
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

function report(processes, { pages, next, whole, screenData, readySeconds, memoryMB, entered, logins }) {
  const lines = [
    ...pages.map(({ path, nextMs, apiMs, postgresMs, bareMs, ...page }) => [
      path,
      `Next ${page.next.toFixed(2)} ×, whole ${page.whole.toFixed(2)} × a bare page (${[nextMs, apiMs, postgresMs].map((ms) => ms.toFixed(2)).join(' + ')} ms to ${bareMs.toFixed(2)} ms)`,
    ]),
    ['dearest page, Next', `${next.toFixed(2)} ×`, next <= bounds.next, `at most ${bounds.next}`],
    ['dearest page, whole', `${whole.toFixed(2)} ×`, whole <= bounds.whole, `at most ${bounds.whole}`],
    [
      '/mypage/screen-data',
      `${screenData.toFixed(1)} × the page`,
      screenData >= bounds.screenData,
      `at least ${bounds.screenData}`,
    ],
    ['ready after', `${readySeconds.toFixed(1)} s`, readySeconds < bounds.readySeconds, `under ${bounds.readySeconds}`],
    [
      'memory of the API',
      `${memoryMB.toFixed(0)} MB after the pages and ${entered} logins`,
      memoryMB < bounds.memoryMB,
      `under ${bounds.memoryMB}`,
    ],
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
