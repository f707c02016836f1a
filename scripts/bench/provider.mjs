import { benchmark } from './benchmark.mjs';

/**
 * What operations of the OpenID provider cost the processor, by BenchmarkProvider of package
 * protocol: name → ms, and times bare. Where an operation fails, the Problem has what was `found`
 * of the others.
 */
export async function provider(processes, url, small) {
  const asked = { url, of: './server/oidc/protocol', name: 'Provider', time: '1x', small };
  const { said, problem } = await benchmark(processes, asked);
  const lines = [
    ...said.matchAll(/^BenchmarkProvider\/(\w+?)(?:-\d+)?\s.*?([\d.]+) ms-of-one\s+([\d.]+) times-bare/gm),
  ];
  const found = Object.fromEntries(lines.map(([, name, ms, bare]) => [name, { ms: Number(ms), bare: Number(bare) }]));
  if (problem) throw Object.assign(problem, { found });
  if (lines.length < 7) throw new Error(`BenchmarkProvider told of ${lines.length} operations: ${said}`);
  return found;
}
