// make mutants: breaks the rules of the server one by one and runs the tests that should notice; for people, not for CI.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { access } from './mutants/access.mjs';
import { members } from './mutants/members.mjs';
import { money } from './mutants/money.mjs';
import { chosen, judged, mutated } from './mutants/mutant.mjs';
import { inCheckout } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main, Problem, throwProblems } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';
import { inLanes } from './suites/schedule.mjs';

const wanted = 0.9; // of the mutants, at least so many are to be killed
const lanes = 2; // at a time; their tests wait for the database more than they compute

await main(async () => {
  const mutants = chosen([...members, ...access, ...money], process.argv.slice(2));
  if (mutants.length === 0) throw new Problem('No mutant is called so; without MUTANTS all are run.');
  throwProblems(mutants.map(unfit).filter(Boolean));
  checkTools();
  const processes = new Processes('mutants');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    return withTestServer(processes, (databaseUrl) => runAll(processes, mutants, databaseUrl));
  });
});

// What is wrong with a mutant's text, all of them at once.
function unfit(mutant) {
  try {
    mutated(mutant);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

async function runAll(processes, mutants, databaseUrl) {
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl };
  const packages = [...new Set(mutants.flatMap(({ tests }) => tests))];
  processes.say(`The tests of ${packages.join(', ')} have to pass first.`);
  const healthy = await goTest(processes, env, packages);
  if (healthy.code !== 0) throw new Problem(`They do not, so nothing can be told of mutants.\n${healthy.output}`);

  const results = [];
  await inLanes(mutants, lanes, async (mutant) => {
    const result = await run(processes, env, mutant);
    results.push({ mutant, ...result });
    const verdict = result.survived ? 'SURVIVED' : result.broken ? 'BROKEN' : 'killed';
    const by = result.killedBy ? ` (${result.killedBy})` : '';
    processes.say(`${verdict.padEnd(8)} ${results.length}/${mutants.length} ${mutant.file}: ${mutant.what}${by}`);
  });
  return report(processes, results);
}

// The tests that should notice, then all of the packages one after another, until one does.
async function run(processes, env, mutant) {
  const folder = mkdtempSync(join(tmpdir(), 'kaiin-mutant-'));
  try {
    const copy = join(folder, 'mutant.go');
    const overlay = join(folder, 'overlay.json');
    writeFileSync(copy, mutated(mutant));
    writeFileSync(overlay, JSON.stringify({ Replace: { [inCheckout(mutant.file)]: copy } }));
    const [nearest, pattern] = mutant.first;
    const tries = [[nearest, `-run=${pattern}`], ...mutant.tests.map((name) => [name])];
    for (const [name, ...flags] of tries) {
      const result = judged(await goTest(processes, env, [name], [`-overlay=${overlay}`, ...flags]));
      if (!result.survived) return result;
    }
    return { survived: true };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function goTest(processes, env, packages, flags = []) {
  const lines = [];
  const { code } = await processes.finish(
    'mutants',
    'go',
    [
      'test',
      '-count=1',
      '-failfast',
      '-vet=off',
      '-timeout=5m',
      ...flags,
      ...packages.map((name) => `./server/${name}`),
    ],
    { env, quiet: true, onLine: (line) => lines.push(line) },
  );
  return { code, output: lines.join('\n') };
}

function report(processes, results) {
  const of = (key) => results.filter((result) => result[key]);
  for (const { mutant, broken } of of('broken')) processes.say(`\nBROKEN ${mutant.file}: ${mutant.what}\n${broken}`);
  for (const { mutant } of of('survived'))
    processes.say(`\nSURVIVED ${mutant.file}: ${mutant.what}\n  ${mutant.instead}`);
  const share = of('killedBy').length / results.length;
  processes.say(
    `\n${of('killedBy').length} of ${results.length} mutants were killed (${(share * 100).toFixed(1)} %; wanted: ${wanted * 100} %), ` +
      `${of('survived').length} survived, ${of('broken').length} could not be compiled.`,
  );
  return share < wanted || of('broken').length > 0 ? 1 : 0;
}
