import { benchmark } from './benchmark.mjs';

/**
 * What everyday acts take of PostgreSQL with 100,000 members, or MEMBERS, as to what
 * they take with 1,000, by BenchmarkGrowth of package app: processor time, rows read, and pages.
 * Where an act fails, the Problem has what was `found` of the others.
 */
export async function growth(processes, url, small) {
  const { said, problem } = await benchmark(processes, { url, of: './server/app', name: 'Growth', time: '1x', small });
  const acts = [...said.matchAll(/^BenchmarkGrowth\/(\S+?)(?:-\d+)?\s(.*pages-of-many.*)$/gm)].map(([, name, line]) => {
    const of = (unit) => Number(new RegExp(`\\s([\\d.e+-]+) ${unit}(?:\\s|$)`).exec(line)[1]);
    return {
      name,
      ...(line.includes('time-ratio') && { microseconds: of('µs'), time: of('time-ratio') }),
      rowsOfFew: of('rows'),
      rows: of('rows-ratio'),
      pagesOfFew: of('pages'),
      pagesOfMany: of('pages-of-many'),
    };
  });
  const found = { acts, ...sizes(said) };
  if (problem) throw Object.assign(problem, { found });
  if (acts.length === 0) throw new Error(`BenchmarkGrowth told nothing: ${said}`);
  return found;
}

/** How many members the larger database has, and the bytes of its tables and indexes a member. */
function sizes(said) {
  const line = /^BenchmarkGrowth\/sizes\S*\s(.*)$/m.exec(said)?.[1] ?? '';
  const bytes = [...line.matchAll(/([\d.e+]+) (\S+)-B\b/g)].map(([, size, name]) => [name, Number(size)]);
  return { members: Number(/([\d.e+]+) members/.exec(line)?.[1] ?? 0), bytes: Object.fromEntries(bytes) };
}
