import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { kaiin } from '../stack/build.mjs';
import { environments } from '../stack/settings.mjs';
import { median } from './load.mjs';

const programs = 20;
const everyMs = 5; // one operation after the other: 200 a second together
const search = `query($term: String!) { find(term: $term) { nodes { matched member { accountId name email phone } } } }`;

/**
 * How long 95 of 100 members wait for My Page while programs of the staff send 200 searches a
 * second, in ms, and how many times as long as while the same goes to the sandbox, which has no
 * such page; in turns so that both meet the same noise. `answered` is how many searches a second
 * were carried out: the others had to wait.
 */
export async function staffFlood(rounds, { stack, ports }, cookie, { share }) {
  const tokens = await Promise.all(registered(stack, ports).map((program) => tokenOf(stack.site, program)));
  const visits = Math.ceil(200 * share);
  const turns = [];
  for (let round = 0; round <= rounds; round++) {
    const elsewhere = startFlood(`${stack.sandbox}/none`, tokens);
    const calm = await waiting(stack.site, cookie, visits);
    await elsewhere.stop();
    const flood = startFlood(`${stack.site}/graphql`, tokens);
    const flooded = await waiting(stack.site, cookie, visits);
    const { answered, sent, seconds } = await flood.stop();
    if (round > 0)
      turns.push({ calm, flooded, ratio: flooded / calm, answered: answered / seconds, sent: sent / seconds }); // the first turn does not count
  }
  const middle = (name) => median(turns.map((turn) => turn[name]));
  return Object.fromEntries(['calm', 'flooded', 'ratio', 'answered', 'sent'].map((name) => [name, middle(name)]));
}

/** The ids and secrets of programs that may search. */
function registered(stack, ports) {
  const env = environments({ ports, databaseUrl: stack.databaseUrl, dev: false, state: '' }).kaiin;
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  const all = Array.from({ length: programs }, (_, n) => {
    const id = `flood-${n}-${randomUUID().slice(0, 8)}`;
    const file = join(folder, `${id}.json`);
    const registration = {
      ...{ clientId: id, type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic', name: { ja: id } },
      ...{
        grantTypes: ['client_credentials'],
        isInternal: true,
        staffScopes: ['members.find'],
        networks: ['127.0.0.0/8', '::1/128'],
      },
    };
    writeFileSync(file, JSON.stringify(registration));
    const said = execFileSync(
      kaiin(),
      ['client', 'add', '--file', file, '--by', 'bench', '--reason', 'a flood of searches'],
      { env, encoding: 'utf8' },
    );
    return { id, secret: said.trim().split(/\s+/).at(-1) };
  });
  rmSync(folder, { recursive: true });
  return all;
}

async function tokenOf(site, { id, secret }) {
  const answer = await fetch(`${site}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'staff:members.find' }),
  });
  const { access_token: token } = await answer.json();
  if (!token) throw new Error(`no token for a program: ${answer.status}`);
  return token;
}

/** How long 95 of 100 wait for My Page, in ms. */
async function waiting(site, cookie, visits) {
  const took = [];
  for (let visit = 0; visit < visits; visit++) {
    const began = performance.now();
    const answer = await fetch(`${site}/mypage`, { headers: { cookie, 'accept-encoding': 'gzip' } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`/mypage answered ${answer.status}`);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)];
}

/**
 * Sends searches to the address until it is stopped, from a thread of its own: what sending takes
 * holds up no visit that is measured.
 */
function startFlood(address, tokens) {
  const worker = new Worker(new URL('./flood-worker.mjs', import.meta.url), {
    workerData: { address, tokens, everyMs, search },
  });
  const told = once(worker, 'message');
  return {
    stop: async () => {
      worker.postMessage('stop');
      const [found] = await told;
      await worker.terminate();
      if (found.problem) throw new Error(found.problem);
      return found;
    },
  };
}
