// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oidcPaths } from '@/features/oidc/paths';
import { deskPaths } from '@/lib/desk/paths';
import { pathOf, paths } from '@/lib/paths';

const web = dirname(import.meta.dirname);

/** Addresses that the server answers before Next is asked. */
const servers = ['/auth/authorize', '/oidc/consent/form/abort', '/oidc/selectAccount/form/switch'];

/** Whether Next has a page of its own for the address; a page that catches all is none. */
function hasPage(address: string): boolean {
  if (servers.includes(pathOf(address))) return true;
  return has(join(web, 'pages'), pathOf(address).split('/').slice(1));
}

function has(folder: string, [first = '', ...rest]: string[]): boolean {
  if (!existsSync(folder)) return false;
  const wanted = first || 'index';
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const name = entry.name.replace(/\.tsx$/, '');
    if (name !== wanted && !/^\[[^.]/.test(name)) return false;
    if (!entry.isDirectory()) return rest.length === 0;
    return has(join(folder, entry.name), rest.length > 0 ? rest : ['index']);
  });
}

/** Every address of `paths`, `oidcPaths`, `deskPaths`; functions with something in each place. */
const addresses = [paths, oidcPaths, deskPaths]
  .flatMap((all) => Object.values(all))
  .map((path) => (typeof path === 'string' ? path : (path as (...given: string[]) => string)('x', 'x', 'x')));

/** Addresses that are written in the code itself, beside `paths`. */
const written = ['features', 'layouts', 'pages', 'ui', 'lib']
  .flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/\bhref(?:=\{?|: )["'`](\/[^"'`$?#]*)["'`]/g)].map(
      ([, address]) => address as string,
    ),
  )
  .filter((address) => !/\.\w+$/.test(address));

describe('links within the site', () => {
  it.each(
    [...new Set([...addresses, ...written])].filter((address) => address !== paths.dataFile), // a file, which Go hands out
  )('there is a page at %s', (address) => expect(hasPage(address)).toBe(true));

  it('a page that is not there is not found', () => {
    for (const missing of ['/nowhere', '/mypage/x', '/plans/x/y', '/mypage/payment-method/delete'])
      expect(hasPage(missing)).toBe(false);
  });
});
