import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, relative } from 'node:path';
import { chromiumVersion, ensureChromium } from '../stack/browser.mjs';
import { buildServer, buildWeb } from '../stack/build.mjs';
import { inCheckout, inRun } from '../stack/checkout.mjs';
import { filesUnder } from '../stack/fingerprint.mjs';
import { roomy } from './memory.mjs';
import { failure } from './schedule.mjs';

/** The tests of these scripts, by Node's own runner. One of them starts what was built. */
export async function scriptsSuite(processes) {
  await buildServer(processes);
  await buildWeb(processes);
  const tally = { passed: 0, failed: 0, tests: [] };
  const files = filesUnder(['scripts'], (path) => path.endsWith('.test.mjs'));
  const { code } = await processes.finish('scripts', process.execPath, ['--test', '--test-reporter=spec', ...files], {
    onLine: (line) => {
      const [, word, count] = /^ℹ (pass|fail) (\d+)$/.exec(line) ?? [];
      if (word) tally[word === 'pass' ? 'passed' : 'failed'] = Number(count);
      const [, name, milliseconds] = /^[✔✖] (.+) \(([\d.]+)ms\)$/.exec(line) ?? [];
      if (name) tally.tests.push(test('scripts', name, Date.now() - Number(milliseconds), Number(milliseconds)));
    },
  });
  return honest(tally, code);
}

/** The unit tests of the pages, by Vitest. */
export async function webSuite(processes) {
  const report = inRun('vitest.json');
  rmSync(report, { force: true });
  const args = [
    '-w',
    'web',
    'run',
    'test',
    '--',
    '--no-color',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code } = await processes.finish('web', 'npm', args);
  const found = read(report, { numPassedTests: 0, numFailedTests: 0, testResults: [] });
  const tests = found.testResults.flatMap(({ name, startTime, assertionResults }) => {
    let from = startTime; // one after the other
    return assertionResults.map(({ fullName, duration }) => {
      from += duration ?? 0;
      return test(relative(inCheckout(), name), fullName, from - (duration ?? 0), duration ?? 0);
    });
  });
  const troubles = found.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(`${basename(name)} ${fullName}`, failureMessages.join(' | '))),
  );
  return honest({ passed: found.numPassedTests, failed: found.numFailedTests, tests, troubles }, code);
}

/**
 * The journeys in a real browser against the whole stack, by Playwright. Those that need a stack to
 * themselves have one, beside the others.
 */
export async function journeysSuite(processes, databaseUrl) {
  const chromium = await ensureChromium(processes);
  processes.say(`Journeys run in ${chromiumVersion(chromium)}.`);
  await buildServer(processes);
  await buildWeb(processes);
  const env = { ...process.env, ...roomy, KAIIN_TEST_DATABASE_URL: databaseUrl, KAIIN_CHROMIUM: chromium };
  const both = await Promise.all([
    playwright(processes, 'journeys', ['--project', 'desktop', '--project', 'phone'], env),
    playwright(processes, 'alone', ['--project', 'alone', '--no-deps'], env),
  ]);
  return together(both);
}

/**
 * Runs some of the journeys on a stack of their own, which has this name: what Playwright reports,
 * and its exit code.
 */
async function playwright(processes, name, args, env) {
  const report = inRun(`${name}.json`);
  rmSync(report, { force: true });
  const cli = createRequire(inCheckout('e2e/package.json')).resolve('@playwright/test/cli');
  const { code } = await processes.finish(
    name,
    process.execPath,
    [cli, 'test', ...args, '--reporter=list,json', '--output', `test-results/${name}`],
    {
      env: { ...env, KAIIN_JOURNEYS: name, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      cwd: inCheckout('e2e'),
      signal: 'SIGINT',
      patience: 60_000,
    },
  );
  return { code, ...read(report, { suites: [], stats: { expected: 0, unexpected: 0, flaky: 0 } }) };
}

/**
 * What the runs of journeys come to. Each of them has to have run some. Where CI allows a
 * second try, one journey may need it, and is named as a defect to explain; with more the
 * journeys have failed.
 */
export function together(runs) {
  const flaky = runs.reduce((sum, { stats }) => sum + stats.flaky, 0);
  const tallies = runs.map(({ code, suites, stats: { expected, unexpected, flaky: retried } }) => {
    const failed = unexpected + (flaky > 1 ? retried : 0);
    const tally = { passed: expected + retried - (failed - unexpected), failed, tests: times(suites) };
    return honest({ ...tally, troubles: troubles(suites) }, code);
  });
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
  const all = (key) => tallies.flatMap((tally) => tally[key]);
  return { passed: sum('passed'), failed: sum('failed'), tests: all('tests'), troubles: all('troubles') };
}

const read = (path, otherwise) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : otherwise);

/** When each journey ran, all tries together. */
export function times(suites) {
  return suites.flatMap(({ file, suites: inner = [], specs = [] }) => [
    ...times(inner),
    ...specs.flatMap((spec) =>
      spec.tests.map(({ projectName, results }) => {
        const from = Math.min(...results.map(({ startTime }) => Date.parse(startTime)));
        const to = Math.max(...results.map(({ startTime, duration }) => Date.parse(startTime) + duration));
        return test(`e2e/${file}`, `[${projectName}] ${spec.title}`, from, to - from);
      }),
    ),
  ]);
}

// A test that began at a time, and took so many milliseconds.
const test = (file, name, from, milliseconds) => ({
  file,
  name,
  seconds: milliseconds / 1000,
  from,
  to: from + milliseconds,
});

/**
 * A line for each attempt of a journey that failed: whether it was tried again, which journey, why.
 */
export function troubles(suites, path = []) {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => [
    ...troubles(inner, [...path, title]),
    ...specs.flatMap((spec) =>
      spec.tests.flatMap(({ projectName, status, results }) => {
        const verdict = status === 'flaky' ? 'passed when tried again, a defect to explain' : 'failed';
        const journey = `[${projectName}] ${[...path, title, spec.title].join(' › ')}`;
        const attempts = results
          .map(({ errors }) => errors.map(({ message = '' }) => message).join(' | '))
          .filter(Boolean);
        return attempts.map((why) => failure(journey, why, verdict));
      }),
    ),
  ]);
}

// A runner that failed without naming a test, or that ran none, counts as one failure.
function honest(tally, code) {
  if (tally.failed === 0 && (code !== 0 || tally.passed === 0)) return { ...tally, failed: 1 };
  return tally;
}
