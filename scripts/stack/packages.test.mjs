import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagesInstalled } from './packages.mjs';

const wanted = {
  '': { name: 'kaiin' },
  web: { version: '1.0.0' },
  'node_modules/web': { resolved: 'web', link: true },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/@next/swc-darwin-x64': { version: '16.4.6', optional: true },
};

for (const [title, installed, expected] of [
  ['nothing is installed', null, false],
  ['everything is in its version', { 'node_modules/react': { version: '19.3.1' } }, true],
  ['a package is older', { 'node_modules/react': { version: '19.3.0' } }, false],
  ['a package is missing', {}, false],
]) {
  test(`${title}: ${expected ? 'no' : 'an'} installation is needed`, () =>
    assert.equal(packagesInstalled(wanted, installed), expected));
}
