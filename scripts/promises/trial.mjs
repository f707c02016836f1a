import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { checkout, inRun } from '../stack/checkout.mjs';
import { signalGroup } from '../stack/ledger.mjs';
import { counted } from './counted.mjs';
import { told } from './page.mjs';

const longest = 60 * 60_000; // all together, in milliseconds

// What make hands on, and what would change a command that does not set it.
const dropped = [
  'MAKEFLAGS',
  'MFLAGS',
  'MAKELEVEL',
  'MAKEOVERRIDES',
  'PROMISES',
  'CI',
  'CONTROL',
  'ROUNDS',
  'SEED',
  'GOFLAGS',
  'KAIIN_TEST_PROGRAM',
];

/**
 * Runs the commands of the rows one after the other, with the PostgreSQL of `databaseUrl`, and says
 * what became of each: their results, by command.
 */
export async function runAll(processes, rows, databaseUrl) {
  const env = { ...process.env, KAIIN_TEST_DATABASE_URL: databaseUrl };
  for (const name of dropped) delete env[name];
  const of = { date: new Date().toISOString().slice(0, 10), commit: commit() };
  const until = Date.now() + longest;
  mkdirSync(inRun('promises'), { recursive: true });
  const results = {};
  for (const [i, row] of rows.entries()) {
    if (Date.now() >= until) {
      processes.say(`\nThe hour is over: ${rows.length - i} commands were not begun, and keep their last results.`);
      break;
    }
    processes.say(`\n${i + 1} of ${rows.length}: ${row.command}`);
    const log = inRun('promises', `${row.name}.log`);
    const result = await tryOut(processes, row.command, { env, log, until });
    results[row.command] = { ...result, ...of };
    processes.say(`${told(row, result)} (${relative(checkout, log)})`);
  }
  return results;
}

/**
 * Runs one command as a shell does, its output into a log. It fails when it ends with an error, has
 * not ended by the moment `until`, or did nothing that is counted.
 */
export async function tryOut(processes, command, { env, log, until }) {
  const began = Date.now();
  const lines = [];
  let late;
  writeFileSync(log, '');
  try {
    const { code, how } = await processes.finish('promises', 'sh', ['-c', command], {
      env,
      quiet: true,
      patience: 60_000,
      onStart: (pid) => {
        late = setTimeout(() => signalGroup(pid, 'SIGTERM'), until - began);
      },
      onLine: (line) => {
        lines.push(line);
        appendFileSync(log, `${line}\n`);
      },
    });
    const seconds = Math.round((Date.now() - began) / 1000);
    const much = counted(lines);
    if (Date.now() >= until) return { passed: false, said: 'not ended when the hour was over', seconds };
    if (code !== 0) return { passed: false, said: how, seconds };
    return { passed: much !== null, said: much ?? 'nothing was run', seconds };
  } finally {
    clearTimeout(late);
  }
}

// The commit that is checked out, and whether other files than those written here differ from it.
function commit() {
  const git = (...args) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8' }).stdout?.trim();
  const changed = git('status', '--porcelain', '--', '.', ':(exclude)docs/promises.*');
  return `${git('rev-parse', '--short=9', 'HEAD') || 'no commit'}${changed ? ' and changes' : ''}`;
}
