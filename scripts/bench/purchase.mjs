import { benchmark } from './benchmark.mjs';

/**
 * A purchase with a saved card and a provider that answers at once, by BenchmarkConfirm of package
 * app: ms, and times an insert and a call.
 */
export async function purchase(processes, url, small) {
  const { said, problem } = await benchmark(processes, {
    url,
    of: './e2e/contract',
    name: 'Confirm',
    time: '1x',
    small,
  });
  if (problem) throw problem;
  const [, ms, least] = /\s([\d.]+) ms-of-one\s+([\d.]+) times-least/.exec(said) ?? [];
  if (!least) throw new Error(`BenchmarkConfirm told nothing: ${said}`);
  return { ms: Number(ms), least: Number(least) };
}
