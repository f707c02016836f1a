import { withTestServer } from '../stack/postgres.mjs';
import { benchmark } from './benchmark.mjs';

/** A purchase with a saved card and a provider that answers at once, by BenchmarkConfirm of package app: ms, and times an insert and a call. */
export function purchase(processes) {
  return withTestServer(processes, (url) => {
    const said = benchmark(url, './server/app', 'Confirm', '1x');
    const [, ms, least] = /\s([\d.]+) ms-of-one\s+([\d.]+) times-least/.exec(said) ?? [];
    if (!least) throw new Error(`BenchmarkConfirm told nothing: ${said}`);
    return { ms: Number(ms), least: Number(least) };
  });
}
