import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, kaiin } from '../stack/build.mjs';
import { checkout } from '../stack/checkout.mjs';
import { canInstall, install } from '../stack/debian.mjs';
import { Problem } from '../stack/problem.mjs';
import { roomy } from './memory.mjs';
import { ensurePrometheus } from './prometheus.mjs';
import { racingTests } from './racing.mjs';
import { failure } from './schedule.mjs';

// Packages whose goroutines share state. Their tests that start goroutines run with the race
// detector instead of without. The pages that visitors share are in pagecache: pages has them from
// there, and is left out, as compiling its tests once more costs a quarter of this run.
const raced = [
  'base/store',
  'identity/credential',
  'identity/login',
  'money/payment',
  'money/providerbilling',
  'money/reconciliation',
  'money/purchase',
  'money/subscription',
  'leaving/withdrawal',
  'transport/pagecache',
].map((name) => `kaiin/server/${name}`);

// The race detector has everything compiled once more, for a few tests: without optimising, which
// takes a third of the time. Generated code is not watched: it is the largest part, and what it
// shares it shares through code that is watched.
const plainly = '-N -l';
const compiled = [`-gcflags=all=${plainly}`, `-gcflags=kaiin/ent/...=-race=false ${plainly}`];

// Tests of the program from outside, which mostly wait for its processes.
const blackbox = (name) => name.startsWith('kaiin/e2e/');

/** Runs the black-box tests of the built program against the PostgreSQL of `databaseUrl`. */
export async function blackboxSuite(processes, databaseUrl) {
  await buildServer(processes);
  await ensurePrometheus(processes);
  const env = { KAIIN_TEST_PROGRAM: kaiin(), ...roomy };
  const runs = [{ packages: testedPackages().withTests.filter(blackbox), flags: [], env }];
  return runAll(processes, 'blackbox', databaseUrl, runs);
}

/** Runs every other Go test against the PostgreSQL of `databaseUrl`. */
export async function goSuite(processes, databaseUrl) {
  const packages = testedPackages();
  const missing = raced.filter((name) => !packages.all.includes(name));
  if (missing.length > 0)
    throw new Problem(`Packages that are named here no longer exist: ${missing.join(', ')} (scripts/suites/go.mjs).`);
  const plain = packages.withTests.filter((name) => !raced.includes(name) && !blackbox(name));
  const racing = racingTests(raced);
  const these = `=^(${racing.join('|')})$`;
  await ensureCompiler(processes);
  return runAll(processes, 'go', databaseUrl, [
    { packages: plain, flags: [], env: {} },
    { packages: raced, flags: [`-skip${these}`], env: {} },
    { packages: raced, flags: ['-race', ...compiled, `-run${these}`], env: { CGO_ENABLED: '1' } },
  ]);
}

// The runs one after the other. With CI=true a test that fails alone is tried once more, and the
// end of the run names it: it has a defect, or the product. Where people run the tests, nothing is
// tried again.
async function runAll(processes, suite, databaseUrl, runs) {
  const tallies = [];
  for (const { packages, flags, env } of runs) {
    const all = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl, KAIIN_TEST_SUITE: suite, ...env };
    const tally = await goTest(processes, all, packages, flags, suite);
    const again = (name, test) =>
      goTest(processes, all, [name], [...flags.filter((flag) => !/^-(run|skip)=/.test(flag)), `-run=^${test}$`], suite);
    tallies.push({ ...tally, again });
  }
  const tally = process.env.CI === 'true' ? await secondTry(tallies) : tallies;
  const every = (key) => tally.flatMap((one) => one[key]);
  return {
    passed: sum(tally, 'passed'),
    failed: sum(tally, 'failed'),
    tests: every('tests'),
    troubles: every('troubles'),
  };
}

/** The tallies of runs, after a second try of the only test that failed in all of them. */
export async function secondTry(tallies) {
  const failing = tallies.flatMap((tally) => tally.failing.map((test) => ({ ...test, tally })));
  if (failing.length !== 1 || !failing[0].test) return tallies;
  const [{ name, test, tally }] = failing;
  const second = await tally.again(name, test);
  if (second.failed > 0 || second.passed === 0) return tallies;
  const troubles = tally.troubles.map((line) =>
    line.replace(/^failed: /, 'passed when tried again, a defect to explain: '),
  );
  return tallies.map((one) =>
    one === tally ? { ...tally, passed: tally.passed + second.passed, failed: 0, troubles } : one,
  );
}

/**
 * Runs `go test` on packages and counts its tests; subtests count, as they are the rows of
 * the tables.
 */
export function goTest(processes, env, packages, flags = [], suite = 'go') {
  return summarised(
    processes,
    env,
    ['-count=1', '-vet=off', '-timeout=40m', ...flags], // `make check` vets
    [`--packages=${packages.join(' ')}`],
    suite,
  );
}

/**
 * Runs gotestsum, which shows a line a package and at the end what failed tests wrote; reads its
 * closing line and its events.
 */
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
    const { failed, troubles, failing } = troublesIn(events);
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1), tests: timesIn(events), troubles, failing };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// When each test ran, with its subtests. One that waits for others to end before it goes on has its
// time counted from then.
function timesIn(events) {
  if (!existsSync(events)) return [];
  return readFileSync(events, 'utf8')
    .split('\n')
    .filter((line) => /"Action":"(pass|fail)".*"Test":"[^"/]*"/.test(line))
    .map((line) => JSON.parse(line))
    .map(({ Time: time, Package: name, Test: test, Elapsed: seconds = 0 }) => {
      const unit = name.replace(/^kaiin\//, '');
      const to = Date.parse(time) || 0;
      return { file: unit, unit, name: test, seconds, from: to - seconds * 1000, to };
    });
}

// How many tests failed, or how many packages where no test did; what each failed test wrote, of
// one with subtests that failed only theirs. `failing` is the failed tests without their subtests,
// and packages that failed without one.
function troublesIn(events) {
  if (!existsSync(events)) return { failed: 0, troubles: [], failing: [] };
  const wrote = new Map();
  const failed = new Set();
  const roots = []; // without subtests
  const packages = [];
  for (const line of readFileSync(events, 'utf8').split('\n')) {
    if (!/"Package":/.test(line)) continue;
    const { Package: name, Test: test, Action: action, Output: output } = JSON.parse(line);
    if (!test && action === 'fail') packages.push(name);
    if (!test) continue;
    const key = `${name.replace(/^kaiin\//, '')} ${test}`;
    if (action === 'output' && !/^\s*(===|---) /.test(output)) wrote.set(key, (wrote.get(key) ?? '') + output);
    if (action !== 'fail') continue;
    failed.add(key);
    if (!test.includes('/')) roots.push({ name, test });
  }
  const troubles = [...failed]
    .filter((key) => ![...failed].some((other) => other.startsWith(`${key}/`)))
    .map((key) => failure(key, wrote.get(key) ?? 'wrote nothing'));
  const alone = packages.filter((name) => !roots.some((root) => root.name === name));
  return {
    failed: failed.size || packages.length,
    troubles,
    failing: [...roots, ...alone.map((name) => ({ name }))],
  };
}

// DONE 12 tests, 1 skipped, 2 failures, 1 error in 0.123s
function passedIn(line) {
  const done = /^DONE (\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, \d+ errors?)? in /.exec(line);
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
  if (!canInstall()) throw new Problem("Go's race detector needs a C compiler: install gcc.");
  await install(processes, ['gcc', 'libc6-dev']);
}

const sum = (tallies, key) => tallies.reduce((total, tally) => total + tally[key], 0);
