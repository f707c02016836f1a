import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout, inCheckout, inRun } from './checkout.mjs';
import { filesUnder, fingerprint, isStamped, stamp } from './fingerprint.mjs';
import { pagesBill } from './sbom.mjs';

/** The built program; `make run` and the journeys start this very file. */
export const kaiin = () => inRun('kaiin');

/** The server that is built of the pages of a checkout, of this one by itself. */
export const pages = (folder = checkout) => join(folder, 'web/.next/standalone/web/server.js');

/** Files the Go program is made of, embedded ones included. */
export function serverSources() {
  return filesUnder(['go.mod', 'go.sum', 'ent', 'schema', 'server', 'demo'], (path) => !path.endsWith('_test.go'));
}

let building = null;

/**
 * Builds the Go program unless its sources are those of the last build. A caller who comes while it
 * is built waits for that build.
 */
export function buildServer(processes) {
  building ??= build(processes).finally(() => {
    building = null;
  });
  return building;
}

async function build(processes) {
  const version = spawnSync('go', ['version'], { encoding: 'utf8' }).stdout;
  const print = fingerprint(serverSources(), version);
  if (existsSync(kaiin()) && isStamped('server', print)) return;
  processes.say('Building the server…');
  await processes.run('go', 'go', ['build', '-o', kaiin(), './server/cmd/kaiin']);
  writeFileSync(inRun('kaiin.cdx.json'), execFileSync(kaiin(), ['sbom']));
  stamp('server', print);
}

/** Builds the pages for production unless their sources are those of the last build. */
export async function buildWeb(processes) {
  const files = filesUnder(['package-lock.json', 'schema/rules.json', 'web'], (path) => !/\.test\.tsx?$/.test(path));
  const print = fingerprint(files, process.version);
  if (existsSync(pages()) && isStamped('web', print)) return;
  processes.say('Building the pages (this takes a minute)…');
  await buildPages(processes, checkout);
  const lock = JSON.parse(readFileSync(inCheckout('package-lock.json'), 'utf8')).packages;
  const bill = join(dirname(pages()), 'kaiin-web.cdx.json');
  writeFileSync(bill, `${JSON.stringify(pagesBill(lock), null, 2)}\n`);
  stamp('web', print);
}

/** Builds the pages of a checkout that has its packages. */
export async function buildPages(processes, folder) {
  await processes.run('next', 'npm', ['-w', 'web', 'run', 'build'], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  // Next leaves these two out of its self-contained server; the container image adds them the
  // same way.
  for (const part of ['.next/static', 'public']) {
    const from = join(folder, 'web', part);
    if (existsSync(from)) cpSync(from, join(dirname(pages(folder)), part), { recursive: true });
  }
}
