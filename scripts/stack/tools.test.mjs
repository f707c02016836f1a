import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTools, sharing } from './tools.mjs';

const tool = (script, least = [1, 26]) => ({
  name: 'Go',
  command: [process.execPath, '-e', script],
  pattern: /go(\d+)\.(\d+)/,
  least,
  from: 'https://go.dev/dl/',
});

test('a version that is new enough passes', () => {
  checkTools([tool('console.log("go version go1.26.8 linux/amd64")'), tool('console.log("go2.0")')]);
});

test('a version that is too old is told with both versions', () => {
  assert.throws(() => checkTools([tool('console.log("go version go1.9.1")')]), {
    message: 'Kaiin needs Go 1.26 or newer, but this machine has 1.9: install a newer one from https://go.dev/dl/.',
  });
});

test('a tool that is missing is told with where to get it', () => {
  assert.throws(() => checkTools([{ ...tool(''), command: ['no-such-command-here'] }]), {
    message:
      'Kaiin needs Go 1.26 or newer, but there is no "no-such-command-here" command: install it from https://go.dev/dl/.',
  });
});

test("Go's own flags stay when that of shared builds is added", () => {
  assert.equal(sharing(''), '-trimpath');
  assert.equal(sharing('-buildvcs=false\n'), '-buildvcs=false -trimpath');
  assert.equal(sharing('-trimpath -mod=mod'), '-trimpath -mod=mod');
});
