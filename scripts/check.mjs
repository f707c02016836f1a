// make check: everything that can be told without running the program, or the checks named on the command line.
import { relative } from 'node:path';
import { checkout } from './stack/checkout.mjs';
import { filesUnder } from './stack/fingerprint.mjs';
import { generate } from './stack/generate.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';
import { goTest } from './suites/go.mjs';

const checks = {
  generated: async (processes) => {
    const changed = await generate(processes);
    if (changed.length > 0)
      throw new Problem(`Generated files were not up to date and have been written anew: ${changed.join(', ')}.`);
    await namedTest(processes, './server/app', 'TestGenerated');
  },
  schema: (processes) =>
    processes.run('schema', 'npx', [
      'graphql-schema-linter',
      '--config-directory=schema/lint',
      '--custom-rule-paths=schema/lint/*.cjs',
      'schema/*.graphqls',
    ]),
  gofmt: async (processes) => {
    const unformatted = [];
    const files = filesUnder(['ent', 'server', 'schema', 'e2e'], (path) => path.endsWith('.go'));
    const names = files.map((file) => relative(checkout, file));
    await processes.run('gofmt', 'gofmt', ['-l', ...names], { onLine: (line) => unformatted.push(line) });
    if (unformatted.length > 0) throw new Problem('Some Go files are not formatted: run gofmt -w on those above.');
  },
  vet: (processes) => processes.run('vet', 'go', ['vet', './...']),
  staticcheck: (processes) => processes.run('lint', 'go', ['tool', 'staticcheck', './...']),
  imports: (processes) => namedTest(processes, './server/app', 'TestImports'),
  words: (processes) => namedTest(processes, './server/app', 'TestPlainWords'),
  migrations: (processes) =>
    withTestServer(processes, (url) =>
      namedTest(processes, './server/store', 'TestMigrations', { KAIIN_TEST_DATABASE_URL: url }),
    ),
  biome: async (processes) => {
    await processes.run('biome', 'npm', ['-w', 'web', 'run', 'check', '--', '--colors=off']);
    await processes.run('biome', 'npx', ['biome', 'ci', '--colors=off', '.']);
  },
  types: async (processes) => {
    await processes.run('types', 'npm', ['-w', 'web', 'run', 'typecheck']);
    await processes.run('types', 'npm', ['-w', 'e2e', 'run', 'typecheck']);
  },
  wording: (processes) =>
    processes.run('web', 'npm', ['-w', 'web', 'run', 'test', '--', '--no-color', 'messages/wording.test.ts']),
  languages: (processes) =>
    processes.run('web', 'npm', ['-w', 'web', 'run', 'test', '--', '--no-color', 'messages/messages.test.ts']),
};

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
  const unknown = names.filter((name) => !checks[name]);
  if (unknown.length > 0)
    throw new Problem(`There is no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`);
  checkTools();
  const processes = new Processes('check');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    const failures = [];
    for (const name of names) {
      const began = Date.now();
      const problem = await problemOf(checks[name], processes);
      if (problem) failures.push(`${name}: ${problem}`);
      processes.say(`${problem ? 'FAILED' : 'ok'}  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    }
    for (const failure of failures) processes.say(failure);
    return failures.length > 0 ? 1 : 0;
  });
});

async function problemOf(check, processes) {
  try {
    await check(processes);
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.message === 'Stopped.') throw error;
    return error.message;
  }
}

// A name that matches no test would pass unseen, so one test at least must have run.
async function namedTest(processes, folder, name, env = {}) {
  const { passed, failed } = await goTest(processes, { ...process.env, ...env }, [folder], [`-run=^${name}`]);
  if (failed > 0) throw new Problem(`${name} in ${folder} failed; its output is above.`);
  if (passed === 0) throw new Problem(`There is no test ${name} in ${folder}.`);
}
