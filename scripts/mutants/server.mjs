import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout, inCheckout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';
import { inLanes } from '../suites/schedule.mjs';
import { judged } from './mutant.mjs';
import { switched, switchSource } from './switched.mjs';

const lanes = 2; // at a time; their tests wait for the database more than they compute

/**
 * Runs the tests against each mutant of the server, with one program of tests for each package that
 * holds all. A test that killed one has to pass without it. `tell` gets each result: `{ mutant,
 * survived, killedBy }`.
 */
export async function tryServer(processes, mutants, folder, databaseUrl, tell) {
  const numbered = mutants.map((mutant, i) => ({ ...mutant, number: i + 1 }));
  const packages = [...new Set(numbered.flatMap(({ first, tests }) => [first[0], ...tests]))];
  const folders = foldersOf(packages);
  await build(processes, numbered, folders, folder);
  const run = (name, number, flags) =>
    runTests(processes, programOf(folder, name), folders.get(name), number, databaseUrl, flags);

  const killers = new Map(); // packages, to the tests of them that killed
  await inLanes(numbered, lanes, async (mutant) => {
    const { name, ...result } = await trial(mutant, run);
    if (result.test) killers.set(name, (killers.get(name) ?? new Set()).add(result.test.split('/')[0]));
    tell({ mutant, ...result });
  });

  processes.say('What noticed a mutant has to pass without one.');
  await inLanes([...killers], lanes, async ([name, tests]) => {
    const { code, output } = await run(name, 0, [`-test.run=^(${[...tests].join('|')})$`]);
    if (code !== 0) throw new Problem(`Tests of ${name} do not, so nothing can be told of mutants.\n${output}`);
  });
}

const depth = (path) => path.split('/').length + (path.startsWith('kaiin/server/') ? 0 : 9);

/**
 * Where the packages are. Each is named by the end of its path, such as `login` or `oidc/protocol`;
 * of several the server's nearest to its root is meant.
 */
export function foldersOf(names) {
  const { stdout } = spawnSync('go', ['list', './server/...', './e2e/...'], { cwd: checkout, encoding: 'utf8' });
  const all = stdout.trim().split('\n');
  return new Map(
    names.map((name) => {
      const found = all.filter((path) => path.endsWith(`/${name}`)).sort((a, b) => depth(a) - depth(b));
      if (found.length === 0) throw new Problem(`No package is named ${name}, which mutants name.`);
      return [name, found[0]];
    }),
  );
}

// A package may lie in the folder of another one, a program in no other program.
function programOf(folder, name) {
  return join(folder, `${name.replaceAll('/', '-')}.test`);
}

// One program of tests for each package, with all mutants in it, linked without what
// debuggers need.
async function build(processes, mutants, folders, folder) {
  const replace = {};
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const path = inCheckout(file);
    const name = dirname(file).split('/').at(-1);
    const here = mutants.filter((mutant) => mutant.file === file);
    replace[path] = join(folder, file.replaceAll('/', '-'));
    writeFileSync(replace[path], switched(readFileSync(path, 'utf8'), here));
    const beside = join(dirname(path), 'mutant_switch.go');
    replace[beside] = join(folder, `switch-${dirname(file).replaceAll('/', '-')}.go`);
    writeFileSync(replace[beside], switchSource(name));
  }
  const overlay = join(folder, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: replace }));
  for (const [name, path] of folders) {
    const output = programOf(folder, name);
    const flags = ['-vet=off', '-ldflags=-s -w', `-overlay=${overlay}`, '-o', output];
    await processes.run('build', 'go', ['test', '-c', ...flags, path]);
  }
}

// The tests that should notice, then all of the packages one after another, until one does.
async function trial(mutant, run) {
  const [nearest, pattern] = mutant.first;
  for (const [name, flags] of [[nearest, [`-test.run=${pattern}`]], ...mutant.tests.map((name) => [name])]) {
    const result = judged(await run(name, mutant.number, flags));
    if (!result.survived) return { name, ...result };
  }
  return { survived: true };
}

async function runTests(processes, program, path, number, databaseUrl, flags = []) {
  const lines = [];
  const { code } = await processes.finish('mutants', program, ['-test.failfast', '-test.timeout=5m', ...flags], {
    cwd: inCheckout(path.replace('kaiin/', '')),
    env: { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl, KAIIN_MUTANT: String(number) },
    quiet: true,
    onLine: (line) => lines.push(line),
  });
  if (code === null)
    throw new Problem(`The tests of ${path} were ended by a signal, so nothing can be told of mutants.`);
  return { code, output: lines.join('\n') };
}
