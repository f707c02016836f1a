import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kaiin } from '../stack/build.mjs';
import { environments } from '../stack/settings.mjs';
import { median } from './load.mjs';

const programs = 20;
const everyMs = 5; // one operation after the other: 200 a second together
const search = `query($term: String!) { find(term: $term) { nodes { matched member { accountId name email phone } } } }`;

/**
 * How long 95 of 100 members wait for My Page while programs of the staff send 200 searches a
 * second, in ms, and how many times as long as without; in turns so that both meet the same noise.
 * `answered` is how many searches a second were carried out: the others had to wait.
 */
export async function staffFlood(rounds, { stack, ports }, cookie, { share }) {
  const tokens = await Promise.all(registered(stack, ports).map((program) => tokenOf(stack.site, program)));
  const visits = Math.ceil(200 * share);
  const turns = [];
  for (let round = 0; round <= rounds; round++) {
    const calm = await waiting(stack.site, cookie, visits);
    const flood = startFlood(stack.site, tokens);
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

/** Searches until it is stopped. */
function startFlood(site, tokens) {
  const began = performance.now();
  const found = { answered: 0, sent: 0 };
  let open = true;
  const running = (async () => {
    const asked = [];
    for (let n = 0; open; n++) {
      asked.push(ask(site, tokens[n % tokens.length]).then((isAnswered) => (found.answered += isAnswered ? 1 : 0)));
      found.sent++;
      await sleep(everyMs);
    }
    await Promise.all(asked);
  })();
  return {
    stop: async () => {
      open = false;
      await running;
      return { ...found, seconds: (performance.now() - began) / 1000 };
    },
  };
}

async function ask(site, token) {
  const answer = await fetch(`${site}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: search, variables: { term: 'ヤマダ' } }),
  });
  const { data, errors } = await answer.json();
  if (!data?.find && answer.status !== 429)
    throw new Error(`a search answered ${answer.status} ${JSON.stringify(errors)}`);
  return Boolean(data?.find);
}
