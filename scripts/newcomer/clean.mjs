import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { checkout, inCheckout } from '../stack/checkout.mjs';

const leftOut = new Set(['node_modules', '.git', '.run', '.next', 'coverage', 'test-results', 'playwright-report']);

/**
 * The checkout as a stranger has it who has run `make run` once: its files, the packages and what
 * was built, but no data, no settings and no stack that runs. A part (parts.mjs) is taken out of
 * the copy.
 */
export function cleanCheckout(part) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'kaiin-newcomer-')));
  const folder = join(home, 'kaiin');
  const kept = (path) =>
    !relative(checkout, path)
      .split('/')
      .some((name) => leftOut.has(name));
  cpSync(checkout, folder, { recursive: true, filter: kept });
  symlinkSync(inCheckout('node_modules'), join(folder, 'node_modules'));
  if (existsSync(inCheckout('web/.next'))) symlinkSync(inCheckout('web/.next'), join(folder, 'web/.next'));
  mkdirSync(join(folder, '.run'), { mode: 0o700 });
  for (const built of ['kaiin', 'kaiin.cdx.json', 'stamps'].filter((name) => existsSync(inCheckout('.run', name)))) {
    cpSync(inCheckout('.run', built), join(folder, '.run', basename(built)), { recursive: true });
  }
  if (part) {
    const path = join(folder, part.file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(part.text, () => part.instead),
    );
  }
  return { home, folder, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** The environment of a fresh login: where programs are, and where this machine keeps Go's. */
export function cleanEnvironment(home, more = {}) {
  const kept = ['PATH', 'GOCACHE', 'GOMODCACHE', 'GOPATH', 'GOPROXY', 'GOSUMDB', 'LANG', 'USER', 'LOGNAME'];
  const env = Object.fromEntries(kept.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
  return { ...env, HOME: home, ...more };
}
