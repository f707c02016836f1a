import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, kaiin } from '../stack/build.mjs';
import { checkout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';
import { failure } from './schedule.mjs';

// Where goroutines meet over shared state, the tests run with the race detector instead of without.
const raced = ['store', 'login', 'payment', 'purchase', 'subscription', 'withdrawal', 'edge'].map(
  (name) => `kaiin/server/${name}`,
);

// Takes as long as all others together, so it is the first: the others run beside it.
const longest = 'kaiin/server/modeltest';

// Tests of the program from outside, which mostly wait for its processes.
const blackbox = (name) => name.startsWith('kaiin/e2e/');

/** Runs the black-box tests of the built program against the PostgreSQL of `databaseUrl`. */
export async function blackboxSuite(processes, databaseUrl) {
  await buildServer(processes);
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl, KAIIN_TEST_PROGRAM: kaiin() };
  return goTest(processes, env, testedPackages().withTests.filter(blackbox), [], 'blackbox');
}

/** Runs every other Go test against the PostgreSQL of `databaseUrl`. */
export async function goSuite(processes, databaseUrl) {
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl };
  const packages = testedPackages();
  const missing = [...raced, longest].filter((name) => !packages.all.includes(name));
  if (missing.length > 0)
    throw new Problem(`Packages that are named here no longer exist: ${missing.join(', ')} (scripts/suites/go.mjs).`);
  const plain = packages.withTests.filter((name) => name !== longest && !raced.includes(name) && !blackbox(name));
  const both = [await goTest(processes, env, [longest, ...plain])];
  const racing = packages.withTests.filter((name) => raced.includes(name));
  if (racing.length > 0) {
    await ensureCompiler(processes);
    both.push(await goTest(processes, { ...env, CGO_ENABLED: '1' }, racing, ['-race']));
  }
  const all = (key) => both.flatMap((tally) => tally[key]);
  return { passed: sum(both, 'passed'), failed: sum(both, 'failed'), tests: all('tests'), troubles: all('troubles') };
}

/**
 * Runs `go test` on packages and counts its tests; subtests count, as they are the rows of the tables. A few that fail are tried
 * once more, as journeys are, and the end of the run names them: a machine that is busy elsewhere fails no run.
 */
export function goTest(processes, env, packages, flags = [], suite = 'go') {
  const again = ['--rerun-fails=1', '--rerun-fails-max-failures=5', '--rerun-fails-run-root-test'];
  return summarised(
    processes,
    env,
    ['-count=1', '-vet=off', '-timeout=40m', ...flags], // `make check` vets
    [...again, `--packages=${packages.join(' ')}`],
    suite,
  );
}

/** Runs gotestsum, which shows a line a package and at the end what failed tests wrote; reads its closing line and its events. */
export async function summarised(processes, env, args, options = [], suite = 'go') {
  let passed = 0;
  const shown = ['--format=pkgname', '--format-icons=text', '--hide-summary=skipped', '--no-color'];
  const folder = mkdtempSync(join(tmpdir(), 'kaiin-tests-'));
  const events = join(folder, 'events.json');
  try {
    const { code } = await processes.finish(
      suite,
      'go',
      [
        'tool',
        'gotestsum',
        ...shown,
        `--jsonfile=${events}`,
        '--ignore-non-json-output-lines',
        ...options,
        '--',
        ...args,
      ],
      {
        env,
        quiet: true,
        onLine: (line) => {
          processes.say(`${suite.padEnd(8)}| ${line}`);
          passed = passedIn(line) ?? passed;
        },
      },
    );
    const { failed, troubles } = troublesIn(events);
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1), tests: timesIn(events), troubles };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// How long each test took, with its subtests.
function timesIn(events) {
  if (!existsSync(events)) return [];
  return readFileSync(events, 'utf8')
    .split('\n')
    .filter((line) => /"Action":"(pass|fail)".*"Test":"[^"/]*"/.test(line))
    .map((line) => JSON.parse(line))
    .map(({ Package: name, Test: test, Elapsed: seconds = 0 }) => ({
      name: `${name.replace(/^kaiin\//, '')} ${test}`,
      seconds,
    }));
}

// How many tests failed at last, or how many packages where no test did. What each failed test wrote, and whether it passed when tried again; of one with subtests that failed, only theirs.
function troublesIn(events) {
  if (!existsSync(events)) return { failed: 0, troubles: [] };
  const wrote = new Map();
  const failed = new Set();
  const last = new Map();
  const packages = new Map();
  for (const line of readFileSync(events, 'utf8').split('\n')) {
    if (!/"Package":/.test(line)) continue;
    const { Package: name, Test: test, Action: action, Output: output } = JSON.parse(line);
    const ended = action === 'fail' || action === 'pass';
    if (!test && ended) packages.set(name, action);
    if (!test) continue;
    const key = `${name.replace(/^kaiin\//, '')} ${test}`;
    if (action === 'output' && !/^\s*(===|---) /.test(output)) wrote.set(key, (wrote.get(key) ?? '') + output);
    if (action === 'fail') failed.add(key);
    if (ended) last.set(key, action);
  }
  const verdict = (key) => (last.get(key) === 'pass' ? 'passed when tried again' : 'failed');
  const troubles = [...failed]
    .filter((key) => ![...failed].some((other) => other.startsWith(`${key}/`)))
    .map((key) => failure(key, wrote.get(key) ?? 'wrote nothing', verdict(key)));
  const failing = (ends) => [...ends.values()].filter((action) => action === 'fail').length;
  return { failed: failing(last) || failing(packages), troubles };
}

// DONE 12 tests, 1 skipped, 2 failures, 1 error in 0.123s
function passedIn(line) {
  const done = /^DONE (?:\d+ runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, \d+ errors?)? in /.exec(
    line,
  );
  if (!done) return null;
  const [tests, skipped, failed] = done.slice(1).map((count) => Number(count ?? 0));
  return Math.max(0, tests - skipped - failed);
}

function testedPackages() {
  const format = '{{.ImportPath}}\t{{len .TestGoFiles}}\t{{len .XTestGoFiles}}';
  const listed = spawnSync('go', ['list', '-f', format, './...'], { cwd: checkout, encoding: 'utf8' });
  if (listed.status !== 0) throw new Problem(`The Go packages cannot be listed: ${listed.stderr.trim()}`);
  const rows = listed.stdout
    .trim()
    .split('\n')
    .map((row) => row.split('\t'));
  return {
    all: rows.map(([name]) => name),
    withTests: rows.filter(([, inside, outside]) => inside !== '0' || outside !== '0').map(([name]) => name),
  };
}

// The race detector is linked by a C compiler.
async function ensureCompiler(processes) {
  const compiler = process.env.CC || 'gcc';
  if (!spawnSync(compiler, ['--version']).error || !spawnSync('clang', ['--version']).error) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Problem("Go's race detector needs a C compiler: install gcc.");
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await processes.run('apt', 'apt-get', ['update', '-qq'], { env });
  await processes.run('apt', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'gcc', 'libc6-dev'], {
    env,
    quiet: true,
  });
}

const sum = (tallies, key) => tallies.reduce((total, tally) => total + tally[key], 0);
