import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, relative } from 'node:path';
import { chromiumVersion, ensureChromium } from '../stack/browser.mjs';
import { inCheckout, inRun } from '../stack/checkout.mjs';
import { filesUnder } from '../stack/fingerprint.mjs';
import { failure } from './schedule.mjs';

/** The tests of these scripts, by Node's own runner. */
export async function scriptsSuite(processes) {
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

/** The journeys in a real browser against the whole stack, by Playwright. */
export async function journeysSuite(processes, databaseUrl) {
  const chromium = await ensureChromium(processes);
  processes.say(`Journeys run in ${chromiumVersion(chromium)}.`);
  const report = inRun('journeys.json');
  rmSync(report, { force: true });
  const env = {
    ...process.env,
    KAIIN_TEST_DATABASE_URL: databaseUrl,
    KAIIN_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const playwright = createRequire(inCheckout('e2e/package.json')).resolve('@playwright/test/cli');
  const { code } = await processes.finish('journeys', process.execPath, [playwright, 'test', '--reporter=list,json'], {
    env,
    cwd: inCheckout('e2e'),
    signal: 'SIGINT',
    patience: 60_000,
  });
  const { suites, stats } = read(report, { suites: [], stats: { expected: 0, unexpected: 0, flaky: 0 } });
  const tally = { passed: stats.expected + stats.flaky, failed: stats.unexpected, tests: times(suites) };
  return honest({ ...tally, troubles: troubles(suites) }, code);
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

/** A line for each attempt of a journey that failed: whether it was tried again, which journey, why. */
export function troubles(suites, path = []) {
  return suites.flatMap(({ title, suites: inner = [], specs = [] }) => [
    ...troubles(inner, [...path, title]),
    ...specs.flatMap((spec) =>
      spec.tests.flatMap(({ projectName, status, results }) => {
        const verdict = status === 'flaky' ? 'passed when tried again' : 'failed';
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
