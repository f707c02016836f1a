// make check: everything that can be told without running the program, or the checks named on the
// command line.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { checkout, inCheckout, inRun } from './stack/checkout.mjs';
import { filesUnder } from './stack/fingerprint.mjs';
import { generate } from './stack/generate.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';
import { goTest } from './suites/go.mjs';
import { inLanes } from './suites/schedule.mjs';

const lanes = 2;

/** The Go tests that are checks, by name. They run in one start of `go test`. */
const goTests = {
  generated: { of: 'server', test: 'TestGenerated' },
  imports: { of: 'server', test: 'TestImports' },
  words: { of: 'server', test: 'TestPlainWords' },
  migrations: { of: 'ent/migrate/migrations', test: 'TestMigrations' },
};

/** The files of tests of the pages that are checks, by name. They run in one start of Vitest. */
const webTests = {
  wording: 'messages/wording.test.ts',
  languages: 'messages/messages.test.ts',
  translation: 'testing/textsBeside.test.ts',
};

/**
 * Every start, the longest first: `run` gets the checks that it is asked for, and answers what is
 * wrong by the name of the check. A Problem that it throws is that of each of them.
 */
const starts = [
  start('staticcheck', (processes) => processes.run('lint', 'go', ['tool', 'staticcheck', './...'])),
  { checks: Object.keys(goTests), run: runGoTests },
  start('types', async (processes) => {
    const web = { cwd: inCheckout('web') };
    await processes.run('types', ...installed('next', 'typegen'), web);
    await processes.run('types', ...installed('tsc', '--noEmit'), web);
    await processes.run('types', ...installed('tsc', '--noEmit'), { cwd: inCheckout('e2e') });
  }),
  start('vet', (processes) => processes.run('vet', 'go', ['vet', './...'])),
  { checks: Object.keys(webTests), run: runWebTests },
  start('biome', async (processes) => {
    await processes.run('biome', ...installed('biome', 'ci', '--colors=off', '.'), { cwd: inCheckout('web') });
    await processes.run('biome', ...installed('biome', 'ci', '--colors=off', '.'));
  }),
  start('schema', async (processes) => {
    for (const files of [['schema/*.graphqls'], ['schema/staff/*.graphqls', 'schema/errorCodes.graphqls']]) {
      const rules = ['--config-directory=schema/lint', '--custom-rule-paths=schema/lint/*.cjs'];
      await processes.run('schema', ...installed('graphql-schema-linter', ...rules, ...files));
    }
  }),
  start('gofmt', async (processes) => {
    const unformatted = [];
    const files = filesUnder(['ent', 'server', 'schema', 'e2e'], (path) => path.endsWith('.go'));
    const names = files.map((file) => relative(checkout, file));
    await processes.run('gofmt', 'gofmt', ['-l', ...names], { onLine: (line) => unformatted.push(line) });
    if (unformatted.length > 0) throw new Problem('Some Go files are not formatted: run gofmt -w on those above.');
  }),
];

function start(check, run) {
  return {
    checks: [check],
    run: async (processes) => {
      await run(processes);
      return {};
    },
  };
}

/** A command of an installed package, without the time that npx takes to find it. */
function installed(name, ...args) {
  return [inCheckout('node_modules/.bin', name), args];
}

const checks = starts.flatMap((each) => each.checks).sort();

await main(async () => {
  const asked = process.argv.length > 2 ? process.argv.slice(2) : checks;
  const unknown = asked.filter((name) => !checks.includes(name));
  if (unknown.length > 0) throw new Problem(`There is no check ${unknown.join(', ')}; there are ${checks.join(', ')}.`);
  checkTools();
  const processes = new Processes('check');
  await processes.claim();
  return untilInterrupted(processes, () => runChecks(processes, asked));
});

async function runChecks(processes, asked) {
  await ensurePackages(processes);
  const failures = {};
  // Nothing reads files while they are written.
  if (asked.includes('generated')) {
    const problem = await problemOf(() => writeGenerated(processes));
    if (problem) failures.generated = problem;
  }
  await inLanes(
    starts.filter((each) => each.checks.some((name) => asked.includes(name))),
    lanes,
    async ({ checks, run }) => {
      const names = checks.filter((name) => asked.includes(name));
      const began = Date.now();
      let wrong = {};
      const whole = await problemOf(async () => {
        wrong = await run(processes, names);
      });
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      for (const name of names) {
        failures[name] ??= whole ?? wrong[name];
        const together = names.length > 1 ? `, with ${names.filter((other) => other !== name).join(', ')}` : '';
        processes.say(`${failures[name] ? 'FAILED' : 'ok'}  ${name} (${seconds} s${together})`);
      }
    },
  );
  const failed = Object.entries(failures).filter(([, problem]) => problem);
  for (const [name, problem] of failed) processes.say(`${name}: ${problem}`);
  return failed.length > 0 ? 1 : 0;
}

async function problemOf(act) {
  try {
    await act();
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.message === 'Stopped.') throw error;
    return error.message;
  }
}

async function writeGenerated(processes) {
  const changed = await generate(processes);
  if (changed.length > 0)
    throw new Problem(`Generated files were not up to date and have been written anew: ${changed.join(', ')}.`);
}

async function runGoTests(processes, names) {
  const run = async (env) => {
    const asked = names.map((name) => goTests[name]);
    const folders = [...new Set(asked.map(({ of }) => `./${of}`))];
    const pattern = `-run=^(${asked.map(({ test }) => test).join('|')})`;
    return goTest(processes, { ...process.env, ...env }, folders, [pattern]);
  };
  const { tests, troubles, failed } = names.includes('migrations')
    ? await withTestServer(processes, (url) => run({ KAIIN_TEST_DATABASE_URL: url }))
    : await run({});
  const wrong = {};
  for (const name of names) {
    const { of, test } = goTests[name];
    const key = `${of} ${test}`;
    if (troubles.some((line) => line.startsWith('failed: ') && line.includes(key)))
      wrong[name] = `${test} in ${of} failed; its output is above.`;
    // A name that matches no test would pass unseen, so one test at least must have run.
    else if (!tests.some((found) => `${found.file} ${found.name}`.startsWith(key)))
      wrong[name] = `There is no test ${test} in ${of}.`;
  }
  if (failed > 0 && Object.keys(wrong).length === 0) throw new Problem('go test failed; its output is above.');
  return wrong;
}

async function runWebTests(processes, names) {
  const report = inRun('check-vitest.json');
  rmSync(report, { force: true });
  const args = ['run', '--no-color', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const files = names.map((name) => webTests[name]);
  const how = { cwd: inCheckout('web') };
  const { code } = await processes.finish('web', ...installed('vitest', ...args, ...files), how);
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const wrong = {};
  for (const name of names) {
    const file = found.find((result) => result.name.endsWith(webTests[name]));
    if (!file) wrong[name] = `${webTests[name]} did not run.`;
    else if (file.status !== 'passed') wrong[name] = `${webTests[name]} failed; its output is above.`;
  }
  if (code !== 0 && Object.keys(wrong).length === 0) throw new Problem('Vitest failed; its output is above.');
  return wrong;
}
