import { createServer } from 'node:http';
import { pages } from '../stack/build.mjs';
import { inCheckout } from '../stack/checkout.mjs';
import { ProcessorTime } from '../stack/cpu.mjs';
import { freePorts } from '../stack/ports.mjs';
import { benchmark } from './benchmark.mjs';
import { byItself } from './crowd.mjs';
import { load, median } from './load.mjs';
import { startSite } from './patches.mjs';

/**
 * What metrics and a tenth of the traces cost a page: the processor time of the API and Next for
 * one, in ms, with them (`on`) and without (`off`), measured in turns, and how many times that is.
 */
export async function telemetryOfPages(processes, { stack, ports }, cookie, { rounds, share }) {
  const collector = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end());
  });
  await new Promise((listening) => collector.listen(0, '127.0.0.1', listening));
  const { telemetry } = await freePorts(['telemetry']);
  const settings = {
    KAIIN_TELEMETRY_LISTEN: `127.0.0.1:${telemetry}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}`,
  };
  const built = { server: pages(), statics: inCheckout('web/.next/static') };
  const sites = {
    off: await startSite(processes, built, { stack, ports, without: '' }),
    on: await startSite(processes, built, { stack, ports, without: '', settings }),
  };
  try {
    const found = { on: [], off: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const [side, site] of Object.entries(sites)) {
        const figure = await cost(site, cookie, share);
        if (round > 0) found[side].push(figure); // the first turn does not count
      }
    }
    const [on, off] = [median(found.on), median(found.off)];
    return { on, off, ratio: on / off };
  } finally {
    for (const site of Object.values(sites)) await site.stop();
    collector.close();
  }
}

/** The processor time of the API and Next for a page, one of each kind after the other. */
async function cost({ site, next, server }, cookie, share) {
  const count = Math.ceil(150 * share);
  const time = new ProcessorTime();
  const spent = () => {
    time.look();
    return time.of(next) + time.of(server);
  };
  const before = spent();
  const kinds = [
    ['/plans', byItself],
    ['/login', byItself],
    ['/mypage', { cookie }],
  ];
  for (const [path, headers] of kinds)
    await load(site + path, { count, headers: { 'accept-encoding': 'gzip', ...headers } });
  return ((spent() - before) * 1000) / (count * kinds.length);
}

/** The same of a renewal, by BenchmarkTelemetry of package app, and of the process alone. */
export async function telemetryOfRenewals(processes, url, small) {
  const { said, problem } = await benchmark(processes, {
    url,
    of: './server/app',
    name: 'Telemetry',
    time: '1x',
    small,
  });
  if (problem) throw problem;
  const of = (unit) => Number(new RegExp(`\\s([\\d.]+) ${unit}(?:\\s|$)`).exec(said)?.[1]);
  const found = { off: of('µs-of-a-renewal') / 1000, ratio: of('times-of-a-renewal') };
  if (!Number.isFinite(found.ratio)) throw new Error(`BenchmarkTelemetry told nothing: ${said}`);
  return { on: found.off * found.ratio, ...found };
}
