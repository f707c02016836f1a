import { kaiin } from '../stack/build.mjs';
import { ProcessorTime } from '../stack/cpu.mjs';
import { freePorts } from '../stack/ports.mjs';
import { answersAt, listensOn } from '../stack/ready.mjs';
import { addresses, environments } from '../stack/settings.mjs';
import { withBrowser } from './browser.mjs';
import { byItself } from './crowd.mjs';
import { load, median } from './load.mjs';
import { buildVariant } from './variant.mjs';

/**
 * What each patch of others' packages buys: a figure of pages with it (`on`) and without it
 * (`off`), measured in turns, and their ratio. The pages are those of a visitor, and of the member
 * with the Cookie header. `share` is as for `pageCosts`.
 */
export async function patchGains(processes, stack, ports, cookie, { rounds, share }) {
  const variant = await buildVariant(processes, { small: share < 1 });
  const start = (without) => startSite(processes, variant, { stack, ports, without });
  /**
   * Starts a site without each of the patches, for as long as they are measured beside each other:
   * one that has run for longer has become quicker.
   */
  const withSites = async (patches, use) => {
    const sites = [];
    try {
      for (const without of patches) sites.push(await start(without));
      return await use(sites);
    } finally {
      for (const site of sites) await site.stop();
    }
  };
  const compare = async (patch, what, measures) => ({ patch, what, ...(await inTurns(rounds, measures)) });
  const switchedOff = (patch, what, measure) =>
    withSites(['', patch], ([on, off]) =>
      compare(patch, what, { with: () => measure(on), without: () => measure(off) }),
    );
  const pages = (site) => [{ address: `${site}/login` }, { address: `${site}/mypage`, cookie }];
  return withBrowser(processes, async ({ visit, weigh }) => {
    const seen = (name) => async (at) => sumOf(pages(at.site), async (page) => (await visit(page))[name]);
    const weight = (site) => () => weigh({ address: `${site}/login` });
    const visitors = [
      ['/plans', byItself],
      ['/login', byItself],
    ];
    const own = [['/mypage', { cookie }]];
    const next = (at) => costs(at, [...visitors, ...own], share);
    return [
      await switchedOff('rendering', 'Next, for three pages, in ms', next),
      await switchedOff('documents', 'Next, for three pages, in ms', next),
      await switchedOff('cache', 'Next, for three pages, in ms', next),
      await switchedOff('still', 'Next, for My Page, in ms', (at) => costs(at, own, share)), // visitors share pages as a whole
      await switchedOff('bootstrap', 'longest task of two pages, in ms', seen('longestTask')),
      await switchedOff('early', 'until two pages are drawn, in ms', seen('untilDrawn')),
      await withSites([''], ([on]) =>
        compare('prebundle', 'scripts of a form, in bytes, packed', {
          with: weight(stack.site),
          without: weight(on.site),
        }),
      ),
    ];
  });
}

/** The medians of both measures, after a turn that does not count. */
async function inTurns(rounds, measures) {
  const found = { with: [], without: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [side, measure] of Object.entries(measures)) {
      const figure = await measure();
      if (round > 0) found[side].push(figure);
    }
  }
  const [on, off] = [median(found.with), median(found.without)];
  return { on, off, ratio: off / on };
}

async function sumOf(list, measure) {
  let sum = 0;
  for (const each of list) sum += await measure(each);
  return sum;
}

/** Next's processor time for a page of each kind, with their headers, one after the other. */
async function costs({ site, next }, kinds, share) {
  const count = Math.ceil(150 * share);
  const time = new ProcessorTime();
  time.look();
  const before = time.of(next);
  for (const [path, headers] of kinds)
    await load(site + path, { count, headers: { 'accept-encoding': 'gzip', ...headers } });
  time.look();
  return ((time.of(next) - before) * 1000) / count;
}

/**
 * Pages without a patch, behind a server of their own on the stack's database. The server has more
 * settings if they are given.
 */
export async function startSite(processes, { server: page, statics }, { stack, ports, without, settings: more }) {
  const own = { ...(await freePorts()), sandbox: ports.sandbox, smtp: ports.smtp };
  const env = environments({ ports: own, databaseUrl: stack.databaseUrl, state: '' });
  const next = processes.start('next', process.execPath, [page], { env: { ...env.next, WITHOUT: without } });
  await listensOn(own.next, next);
  const settings = { ...env.kaiin, KAIIN_WORKER: 'false', KAIIN_NEXT_STATIC: statics, ...more };
  const server = processes.start('kaiin', kaiin(), ['serve'], { env: settings });
  const at = addresses(own);
  await answersAt(`${at.api}/readyz`, server, { accept: (status) => status === 200 });
  const stop = async () => {
    await processes.stop(server);
    await processes.stop(next);
  };
  return { site: at.site, next: next.pid, server: server.pid, stop };
}
