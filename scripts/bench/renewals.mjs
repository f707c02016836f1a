import { benchmark } from './benchmark.mjs';

/**
 * Renewals with a provider that answers each call in 0.2 s, by BenchmarkRenewals of package app.
 */
export async function renewals(processes, url, small) {
  const asked = { url, of: './server/app', name: 'Renewals', time: '1x', small };
  const { said, problem } = await benchmark(processes, asked);
  if (problem) throw problem;
  const of = (unit) => {
    const value = new RegExp(`\\s(-?[\\d.]+) ${unit}(?:\\s|$)`).exec(said)?.[1];
    if (!value) throw new Error(`BenchmarkRenewals told no ${unit}: ${said}`);
    return Number(value);
  };
  return {
    aSecond: of('renewals/s'),
    minutes: of('minutes-of-100000'),
    codeSeconds: of('s-of-a-code'),
    moreMB: of('MB-more'),
    two: of('times-one'),
    history: of('time-ratio'),
  };
}
