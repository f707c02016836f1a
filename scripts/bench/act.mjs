import { benchmark } from './benchmark.mjs';

/** What an act of the staff costs, in ms, by BenchmarkAct of package acts. */
export async function act(processes, url, small) {
  const asked = { url, of: './server/staff/acts', name: 'Act', time: small ? '10x' : '2s', small };
  const { said, problem } = await benchmark(processes, asked);
  if (problem) throw problem;
  const ms = /\s([\d.]+) ms-an-act(?:\s|$)/.exec(said)?.[1];
  if (!ms) throw new Error(`BenchmarkAct told nothing: ${said}`);
  return Number(ms);
}
