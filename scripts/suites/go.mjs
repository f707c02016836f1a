import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { checkout } from '../stack/checkout.mjs';
import { Problem } from '../stack/problem.mjs';

// Where goroutines meet over shared state, the tests run with the race detector instead of without.
const raced = ['store', 'login', 'payment', 'purchase', 'subscription', 'withdrawal', 'edge'].map(
  (name) => `kaiin/server/${name}`,
);

// Tests of the program from outside, which mostly wait for its processes.
const blackbox = (name) => name.startsWith('kaiin/e2e/');

/** Runs the black-box tests against the PostgreSQL of `databaseUrl`. */
export function blackboxSuite(processes, databaseUrl) {
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl };
  return goTest(processes, env, testedPackages().withTests.filter(blackbox), [], 'blackbox');
}

/** Runs every other Go test against the PostgreSQL of `databaseUrl`. */
export async function goSuite(processes, databaseUrl) {
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl };
  const packages = testedPackages();
  const missing = raced.filter((name) => !packages.all.includes(name));
  if (missing.length > 0)
    throw new Problem(
      `The packages to be tested for races no longer exist: ${missing.join(', ')} (scripts/suites/go.mjs).`,
    );
  const plain = packages.withTests.filter((name) => !raced.includes(name) && !blackbox(name));
  const both = [await goTest(processes, env, plain)];
  const racing = packages.withTests.filter((name) => raced.includes(name));
  if (racing.length > 0) {
    await ensureCompiler(processes);
    both.push(await goTest(processes, { ...env, CGO_ENABLED: '1' }, racing, ['-race']));
  }
  return { passed: sum(both, 'passed'), failed: sum(both, 'failed'), tests: both.flatMap(({ tests }) => tests) };
}

/** Runs `go test` on packages and counts its tests; subtests count, as they are the rows of the tables. */
export async function goTest(processes, env, packages, flags = [], suite = 'go') {
  const tally = new GoTally((line) => processes.say(`${suite.padEnd(8)}| ${line}`));
  const { code } = await processes.finish(
    suite,
    'go',
    ['test', '-json', '-count=1', '-timeout=10m', ...flags, ...packages],
    {
      env,
      quiet: true,
      onLine: (line) => tally.read(line),
    },
  );
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  return { passed: tally.passed, failed: tally.failed, tests: tally.tests };
}

/** Reads the event stream of `go test -json`: counts, times, one line a package, and the output of what failed. */
export class GoTally {
  passed = 0;
  failed = 0;
  /** How long each test took, with its subtests. */
  tests = [];
  #output = new Map();
  #failedIn = new Map();
  #say;

  constructor(say) {
    this.#say = say;
  }

  read(line) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      return this.#say(line);
    }
    const { Action: action, Package: name = '', Test: test = '', Output: output = '', Elapsed: seconds = 0 } = event;
    const key = `${name} ${test}`;
    if (action === 'build-output') this.#say(output.trimEnd());
    else if (action === 'output') this.#output.set(key, (this.#output.get(key) ?? '') + output);
    else if (['pass', 'fail', 'skip'].includes(action)) {
      if (test && !test.includes('/')) this.tests.push({ name: `${name.replace(/^kaiin\//, '')} ${test}`, seconds });
      if (test) this.#endOfTest(action, name, key);
      else this.#endOfPackage(action, name, seconds);
      this.#output.delete(key);
    }
  }

  #endOfTest(action, name, key) {
    if (action === 'pass') this.passed += 1;
    if (action !== 'fail') return;
    this.failed += 1;
    this.#failedIn.set(name, (this.#failedIn.get(name) ?? 0) + 1);
    this.#show(key);
  }

  #endOfPackage(action, name, seconds) {
    if (action === 'pass') return this.#say(`ok      ${name} (${seconds.toFixed(1)} s)`);
    if (action !== 'fail') return;
    // A package can fail without a failed test: it does not compile, or it broke off.
    if (!this.#failedIn.has(name)) {
      this.failed += 1;
      for (const other of this.#output.keys()) if (other.startsWith(`${name} `)) this.#show(other);
    }
    this.#say(`FAILED  ${name} (${seconds.toFixed(1)} s)`);
  }

  #show(key) {
    for (const line of (this.#output.get(key) ?? '').trimEnd().split('\n')) this.#say(line);
  }
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
