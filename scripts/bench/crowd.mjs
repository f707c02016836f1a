import { load, median, memoryOf } from './load.mjs';

const gzip = { 'accept-encoding': 'gzip' };

/**
 * What makes a visitor's browser look as if it may be a member's: the page is the same, but Next
 * makes it for this answer alone.
 */
export const byItself = { cookie: 'sid=bench' };

/**
 * How many pages a second a crowd of visitors gets of an address, with gzip as every browser asks
 * for: from the page they share, and each from Next, in turns so that both meet the same noise; and
 * the memory of the API after it. `share` is how many of all requests are sent, at most 1.
 */
export async function crowdSpeed(rounds, { site, pids }, { path = '/', share = 1 } = {}) {
  const pagesASecond = async (headers, all) => {
    const count = Math.ceil(all * share);
    return count / (await load(site + path, { count, headers }));
  };
  const alone = { ...gzip, ...byItself };
  await pagesASecond(alone, 200);
  await pagesASecond(gzip, 1000);
  const turns = [];
  for (let round = 0; round < rounds; round++) {
    const single = await pagesASecond(alone, 200);
    const shared = await pagesASecond(gzip, 6000);
    turns.push({ single, shared, ratio: shared / single });
  }
  const middle = (name) => median(turns.map((turn) => turn[name]));
  return {
    path,
    ratio: middle('ratio'),
    shared: middle('shared'),
    single: middle('single'),
    memoryMB: memoryOf(pids().server),
  };
}
