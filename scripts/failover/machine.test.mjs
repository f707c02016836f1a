import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../stack/cpu.mjs';
import { Machine } from './machine.mjs';

// In the place of PostgreSQL: a program that goes on making processes while others are looked for.
const makesMore = 'while :; do sleep "$1" & echo; done; # $2';

const linux = { skip: process.platform !== 'linux' && 'the drill is played on Linux' };

test('no process of PostgreSQL outlives its machine, though it is made while they are looked for', linux, async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'kaiin-machine-'));
  t.after(() => rmSync(data, { recursive: true }));
  for (let round = 0; round < 5; round++) {
    const seconds = `${90 + round}.${process.pid}`;
    const patroni = spawn('sleep', ['90']);
    patroni.ended = once(patroni, 'exit');
    const machine = new Machine({ stop: async () => {} }, { name: 'a', disk: null, data, start: () => patroni });
    machine.start();
    const postgres = spawn('sh', ['-c', makesMore, 'postgres', seconds, data], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(postgres, 'exit');
    writeFileSync(join(data, 'postmaster.pid'), `${postgres.pid}\n`);
    await once(postgres.stdout, 'data');
    await machine.kill();
    await ended;
    const left = () =>
      readdirSync('/proc').filter((pid) =>
        attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').includes(`sleep\0${seconds}`),
      );
    for (let wait = 0; left().length > 0 && wait < 50; wait++) await sleep(20); // what is told to end takes a moment
    const outlived = left();
    for (const pid of outlived) attempt(() => process.kill(Number(pid), 'SIGKILL'));
    assert.deepEqual(outlived, []);
  }
});
