import { basename } from 'node:path';
import { inCheckout, inRun } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

const built = new Map();

/**
 * The test program of a package, built once, without what only a debugger needs. `make check` vets.
 */
async function programOf(processes, of) {
  if (!built.has(of)) {
    const program = inRun(`${basename(of)}.bench`);
    await processes.run('go', 'go', ['test', '-c', '-vet=off', '-ldflags=-s -w', '-o', program, of], { quiet: true });
    built.set(of, program);
  }
  return built.get(of);
}

/**
 * Runs a Go benchmark of a package against the PostgreSQL server at the URL: `said` is what it
 * printed, and `problem` a Problem where it failed, null otherwise. `small` asks for a round that
 * only shows that it works.
 */
export async function benchmark(processes, { url, of, name, time, small }) {
  const program = await programOf(processes, of);
  const args = ['-test.run=^$', `-test.bench=^Benchmark${name}$`, `-test.benchtime=${time}`];
  const env = { ...process.env, GOGC: '200', KAIIN_TEST_DATABASE_URL: url }; // as the server sets it for itself
  const lines = [];
  const onLine = (line) => lines.push(line);
  const how = { env, cwd: inCheckout(of), quiet: true, onLine };
  const { code } = await processes.finish('go', program, small ? [...args, '-test.short'] : args, how);
  const said = lines.join('\n');
  const problem = code === 0 ? null : new Problem(`Benchmark${name} of ${of} failed:\n${said}`);
  return { said: `${said}\n`, problem };
}
