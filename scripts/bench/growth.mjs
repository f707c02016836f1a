import { withTestServer } from '../stack/postgres.mjs';
import { benchmark } from './benchmark.mjs';

/**
 * What everyday acts take of PostgreSQL with 100,000 members as to what they take with 1,000, by BenchmarkGrowth of package app:
 * processor time, rows read, and pages.
 */
export function growth(processes) {
  return withTestServer(processes, (url) => {
    const said = benchmark(url, './server/app', 'Growth', '1x');
    const acts = [...said.matchAll(/^BenchmarkGrowth\/(\S+?)(?:-\d+)?\s(.*)$/gm)].map(([, name, line]) => {
      const of = (unit) => Number(new RegExp(`\\s([\\d.]+) ${unit}(?:\\s|$)`).exec(line)[1]);
      return {
        name,
        microseconds: of('µs'),
        time: of('time-ratio'),
        rowsOfFew: of('rows'),
        rows: of('rows-ratio'),
        pagesOfFew: of('pages'),
        pagesOfMany: of('pages-of-many'),
      };
    });
    if (acts.length === 0) throw new Error(`BenchmarkGrowth told nothing: ${said}`);
    return acts;
  });
}
