import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveFile, bouncerFiles, etcdFile, filled, haproxyFile, machines, network, patroniFile } from './files.mjs';

const secrets = {
  'SECRET-POSTGRES': 'one',
  'SECRET-REPLICATOR': 'two',
  'SECRET-REWINDER': 'three',
  'SECRET-KAIIN': 'four',
};

/** What only the examples have. */
const examples = /10\.0\.0\.|SECRET-|\/var\/|\/etc\/|\/usr\//;

/** The text without its remarks. */
const settings = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s*[#;]/.test(line))
    .join('\n');

test('the drill runs the files of deploy/cluster, each filled in to the last address, folder and secret', () => {
  const files = {
    'etcd on c': etcdFile('/drill'),
    ...Object.fromEntries(
      ['a', 'b'].flatMap((name) => [
        [`Patroni on ${name}`, patroniFile(name, '/drill', '/bin', secrets)],
        [`HAProxy on ${name}`, haproxyFile(name)],
        [`PgBouncer on ${name}`, bouncerFiles(name, '/drill', secrets).settings],
        [`users on ${name}`, bouncerFiles(name, '/drill', secrets).users],
      ]),
    ),
  };
  for (const [name, text] of Object.entries(files)) {
    assert.doesNotMatch(settings(text), examples, name);
    const its = name.startsWith('users') ? '"four"' : machines[name.at(-1)].address;
    assert.ok(settings(text).includes(its), name);
  }
  assert.match(files['Patroni on b'], /^name: b$/m);
  assert.ok(files['Patroni on b'].includes(`listen: ${machines.b.address}:5432`));
  assert.ok(files['HAProxy on a'].includes(`server b ${machines.b.address}:5432`));
});

test('each checkout has a network of its own on the loopback, which no other program uses by itself', () => {
  assert.equal(network('00ff0a1b2c3d'), '127.1.255');
  assert.equal(network('fe0000000000'), '127.1.0');
  assert.equal(network('fd1000000000'), '127.254.16');
});

test('a machine that begins with a backup reads it and the archived WAL from where they are', () => {
  const backup = { base: '/drill/backups/base/one', moment: '2026-11-28 02:00:00+00' };
  const file = patroniFile('a', '/drill', '/bin', secrets, backup);
  assert.doesNotMatch(settings(file), examples);
  assert.doesNotMatch(settings(archiveFile('/drill')), examples);
  assert.equal(file.match(/^bootstrap:$/gm).length, 1);
  assert.match(file, /^ {4}command: cp -a \/drill\/backups\/base\/one\/\. \/drill\/a-disk\/data$/m);
  assert.match(file, /recovery_target_time: "2026-11-28 02:00:00\+00"/);
  assert.match(file, /^ {2}dcs:$/m);
});

test('a file that no longer has what is replaced is told', () => {
  assert.throws(
    () => filled('etcd.yml', { 'name: x': 'name: y' }),
    /deploy\/cluster\/etcd.yml no longer has "name: x"/,
  );
});
