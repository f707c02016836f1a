import { kaiin } from './build.mjs';
import { filesUnder, fingerprint } from './fingerprint.mjs';
import { query } from './postgres.mjs';

/** Who fills it, and why: the program keeps that of everything the staff do. */
const decided = ['--by', 'make', '--reason', 'fills the development stack'];

/**
 * How a stack's database is filled: each command of the program, and the files and variables whose
 * change calls for another run.
 */
const fillings = ({ file, sources }) => [
  {
    name: file === 'demo/store.yaml' ? 'demo store' : 'store',
    args: ['seed', '--store', file, ...decided],
    files: sources,
    variables: ['DEMO_APP_URL', 'DEMO_APP_SECRET_SHA256'],
  },
  {
    name: 'postal codes',
    args: ['postal', 'import', '--demo', ...decided],
    files: ['node_modules/yubin/package.json'],
  },
  ...[
    ['aoi', '灯 葵', 'owner'],
    ['ren', '沖 蓮', 'support'],
  ].map(([key, person, role]) => ({
    name: `${role} of the desk`,
    args: ['staff', 'add', '--email', `${key}@todaiza.example`, '--name', person, '--role', role, ...decided],
    files: [],
  })),
];

/**
 * Migrates the database, then runs every filling that this database does not have yet in its
 * present form.
 */
export async function prepareDatabase(processes, env, store) {
  await processes.run('migrate', kaiin(), ['migrate'], { env, quiet: true });
  const url = env.DATABASE_URL;
  for (const { name, args, files, variables = [] } of fillings(store)) {
    const values = variables.map((variable) => env[variable]);
    const print = fingerprint(filesUnder(files), args, values);
    if ((await filledFrom(url, name)) === print) continue;
    processes.say(`Filling the database: ${name}…`);
    await processes.run('seed', kaiin(), args, { env });
    await remember(url, name, print);
  }
}

// The note of what was filled in is kept in the database itself, in a schema of its own, so that it
// goes when the database goes, wherever that is.
async function filledFrom(url, name) {
  await query(url, 'CREATE SCHEMA IF NOT EXISTS kaiin_dev');
  await query(url, 'CREATE TABLE IF NOT EXISTS kaiin_dev.filled (name text PRIMARY KEY, fingerprint text NOT NULL)');
  const rows = await query(url, 'SELECT fingerprint FROM kaiin_dev.filled WHERE name = $1', [name]);
  return rows[0]?.fingerprint;
}

async function remember(url, name, print) {
  await query(
    url,
    'INSERT INTO kaiin_dev.filled (name, fingerprint) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint',
    [name, print],
  );
}
