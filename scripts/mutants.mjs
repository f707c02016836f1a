// make mutants: breaks the rules of the server one by one and runs the tests that should notice; for people, not for CI.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allGroups } from './mutants/groups.mjs';
import { chosen, judged, unfit } from './mutants/mutant.mjs';
import { switched, switchSource } from './mutants/switched.mjs';
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
  const mutants = chosen(allGroups, process.argv.slice(2));
  if (mutants.length === 0) throw new Problem('No mutant is called so; without MUTANTS all are run.');
  throwProblems(mutants.map((mutant) => unfit(mutant)).filter(Boolean));
  checkTools();
  const processes = new Processes('mutants');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    const folder = mkdtempSync(join(tmpdir(), 'kaiin-mutants-'));
    try {
      return await withTestServer(processes, (databaseUrl) => runAll(processes, mutants, folder, databaseUrl));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

async function runAll(processes, mutants, folder, databaseUrl) {
  const numbered = mutants.map((mutant, i) => ({ ...mutant, number: i + 1 }));
  const packages = [...new Set(numbered.flatMap(({ first, tests }) => [first[0], ...tests]))];
  await build(processes, numbered, packages, folder);
  const run = (name, number, flags) => runTests(processes, programOf(folder, name), name, number, databaseUrl, flags);

  processes.say(`Without a mutant the tests of ${packages.join(', ')} have to pass.`);
  await inLanes(packages, lanes, async (name) => {
    const { code, output } = await run(name, 0);
    if (code !== 0) throw new Problem(`Those of ${name} do not, so nothing can be told of mutants.\n${output}`);
  });

  const results = [];
  await inLanes(numbered, lanes, async (mutant) => {
    const result = await trial(mutant, run);
    results.push({ mutant, ...result });
    const verdict = result.survived ? 'SURVIVED' : 'killed';
    const by = result.killedBy ? ` (${result.killedBy})` : '';
    processes.say(`${verdict.padEnd(8)} ${results.length}/${mutants.length} ${mutant.file}: ${mutant.what}${by}`);
  });
  return report(processes, results);
}

// A package may lie in the folder of another one, a program in no other program.
function programOf(folder, name) {
  return join(folder, `${name.replaceAll('/', '-')}.test`);
}

// One program of tests for each package, with all mutants in it.
async function build(processes, mutants, packages, folder) {
  const replace = {};
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const path = inCheckout(file);
    const name = dirname(file).split('/').at(-1);
    const here = mutants.filter((mutant) => mutant.file === file);
    replace[path] = join(folder, file.replaceAll('/', '-'));
    writeFileSync(replace[path], switched(readFileSync(path, 'utf8'), here));
    const beside = join(dirname(path), 'mutant_switch.go');
    replace[beside] = join(folder, `switch-${name}.go`);
    writeFileSync(replace[beside], switchSource(name));
  }
  const overlay = join(folder, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: replace }));
  for (const name of packages) {
    const output = programOf(folder, name);
    await processes.run('build', 'go', [
      'test',
      '-c',
      '-vet=off',
      `-overlay=${overlay}`,
      '-o',
      output,
      `./server/${name}`,
    ]);
  }
}

// The tests that should notice, then all of the packages one after another, until one does.
async function trial(mutant, run) {
  const [nearest, pattern] = mutant.first;
  for (const [name, flags] of [[nearest, [`-test.run=${pattern}`]], ...mutant.tests.map((name) => [name])]) {
    const result = judged(await run(name, mutant.number, flags));
    if (!result.survived) return result;
  }
  return { survived: true };
}

async function runTests(processes, program, name, number, databaseUrl, flags = []) {
  const lines = [];
  const { code } = await processes.finish('mutants', program, ['-test.failfast', '-test.timeout=5m', ...flags], {
    cwd: inCheckout('server', name),
    env: { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl, KAIIN_MUTANT: String(number) },
    quiet: true,
    onLine: (line) => lines.push(line),
  });
  return { code, output: lines.join('\n') };
}

function report(processes, results) {
  const survived = results.filter((result) => result.survived);
  for (const { mutant } of survived) processes.say(`\nSURVIVED ${mutant.file}: ${mutant.what}\n  ${mutant.instead}`);
  const share = 1 - survived.length / results.length;
  processes.say(
    `\n${results.length - survived.length} of ${results.length} mutants were killed ` +
      `(${(share * 100).toFixed(1)} %; wanted: ${wanted * 100} %), ${survived.length} survived.`,
  );
  return share < wanted ? 1 : 0;
}
