import { ProcessorTime } from '../stack/cpu.mjs';
import { byItself } from './crowd.mjs';
import { load, median } from './load.mjs';

/**
 * What is weighed: of every layout the pages that cost most, for each kind of visitor. The member
 * has a running contract and a card; the signer has proved an address and is at the form. Parts in
 * brackets are those of web/pages.
 */
export const pages = [
  { layout: 'Guest', path: '/', who: 'visitor' },
  { layout: 'Guest', path: '/plans', who: 'visitor' },
  { layout: 'Login', path: '/login', who: 'visitor' },
  { layout: 'Login', path: '/signup/auth', who: 'visitor' },
  { layout: 'Login', path: '/signup/form', who: 'signer' },
  { layout: 'Oidc', path: '/oidc/login', who: 'visitor' },
  { layout: 'Purchase', path: '/plans/[planId]', as: '/plans/weekly', who: 'member' },
  { layout: 'Account', path: '/mypage', who: 'member' },
  { layout: 'Account', path: '/mypage/plans', who: 'member' },
  { layout: 'Account', path: '/mypage/login-history', who: 'member' },
];

/**
 * Processor time of each page against that of the bare page, in turns so that both meet the same
 * noise, with gzip as every browser asks for: of Next alone, and of Next, the API and PostgreSQL
 * together. `cookies` are those of the signer and the member, and `share` is how many of all
 * requests are sent, at most 1.
 */
export async function pageCosts(rounds, stack, bare, cookies, share = 1) {
  const gzip = { 'accept-encoding': 'gzip' };
  const kinds = pages.map(({ path, as = path, who }) => {
    const headers = { ...gzip, ...(cookies[who] ? { cookie: cookies[who] } : byItself) };
    return { address: stack.site + as, headers };
  });
  const { next, server, postgres } = stack.pids();
  const time = new ProcessorTime();
  const cost = async (pids, { address, headers }, all) => {
    const count = Math.ceil(all * share);
    const spent = () => {
      time.look();
      return pids.map((pid) => time.of(pid) * 1000);
    };
    const before = spent();
    await load(address, { count, headers });
    return spent().map((after, i) => (after - before[i]) / count);
  };
  const pageCost = (kind, count) => cost([next, server, postgres], kind, count);
  const bareCost = async (count) => (await cost([bare.pid], { address: bare.address, headers: gzip }, count))[0];
  for (const kind of kinds) await pageCost(kind, 200);
  await bareCost(1500);
  const costs = kinds.map(() => []);
  const bares = [];
  for (let round = 0; round < rounds; round++) {
    bares.push(await bareCost(600));
    for (const [i, kind] of kinds.entries()) costs[i].push(await pageCost(kind, 150));
  }
  const bareMs = median(bares);
  return pages.map(({ layout, path }, i) => {
    const [nextMs, apiMs, postgresMs] = [0, 1, 2].map((part) => median(costs[i].map((round) => round[part])));
    const whole = (nextMs + apiMs + postgresMs) / bareMs;
    return { layout, path, nextMs, apiMs, postgresMs, bareMs, next: nextMs / bareMs, whole };
  });
}

/**
 * How many times as many requests a second the data of a page takes as the bare page. `share` is as
 * for `pageCosts`.
 */
export async function shimSpeed(rounds, { site }, bare, cookie, share = 1) {
  const headers = { cookie };
  const [pages, answers] = [1000, 4000].map((all) => Math.ceil(all * share));
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const page = pages / (await load(bare.address, { count: pages }));
    const data = answers / (await load(`${site}/mypage/screen-data`, { count: answers, headers }));
    ratios.push(data / page);
  }
  return median(ratios);
}
