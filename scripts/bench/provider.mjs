import { withTestServer } from '../stack/postgres.mjs';
import { benchmark } from './benchmark.mjs';

/** What operations of the OpenID provider cost the processor, by BenchmarkProvider of package protocol: name → ms, and times bare. */
export function provider(processes) {
  return withTestServer(processes, (url) => {
    const said = benchmark(url, './server/oidc/protocol', 'Provider', '1x');
    const found = [
      ...said.matchAll(/^BenchmarkProvider\/(\w+?)(?:-\d+)?\s.*?([\d.]+) ms-of-one\s+([\d.]+) times-bare/gm),
    ];
    if (found.length < 7) throw new Error(`BenchmarkProvider told of ${found.length} operations: ${said}`);
    return Object.fromEntries(found.map(([, name, ms, bare]) => [name, { ms: Number(ms), bare: Number(bare) }]));
  });
}
