import { benchmark } from './benchmark.mjs';

/**
 * What searches of the staff take with 1,000,000 members, in ms, and how many times what they take
 * with 1,000, by BenchmarkSearch of package search.
 */
export async function search(processes, url, small) {
  const asked = { url, of: './server/desk/search', name: 'Search', time: small ? '5x' : '200x', small };
  const { said, problem } = await benchmark(processes, asked);
  const found = [...said.matchAll(/^BenchmarkSearch\/(\S+?)(?:-\d+)?\s(.*time-ratio.*)$/gm)].map(([, name, line]) => {
    const of = (unit) => Number(new RegExp(`\\s([\\d.]+) ${unit}(?:\\s|$)`).exec(line)[1]);
    return { name: name.replaceAll('_', ' '), ms: of('µs-of-many') / 1000, time: of('time-ratio') };
  });
  if (problem) throw Object.assign(problem, { found });
  if (found.length === 0) throw new Error(`BenchmarkSearch told nothing: ${said}`);
  return found;
}
