import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { kaiin } from '../stack/build.mjs';
import { inRun } from '../stack/checkout.mjs';
import { query } from '../stack/postgres.mjs';

/** Adds an app to the store, and returns its id and its secret. */
export async function addApp(stack) {
  const app = {
    clientId: 'load',
    type: 'confidential',
    name: { ja: '負荷試験', en: 'Load' },
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['https://app.example/back'],
    scopes: ['openid', 'offline_access'],
  };
  const file = inRun('load-app.json');
  writeFileSync(file, JSON.stringify(app));
  const args = ['client', 'add', '--file', file, '--by', 'load', '--reason', 'a test of load'];
  const said = execFileSync(kaiin(), args, { env: { ...process.env, ...stack.env }, encoding: 'utf8' });
  rmSync(file);
  return { id: app.clientId, secret: /cannot be read again: (\S+)/.exec(said)[1] };
}

/** How many charges the members have paid. */
export async function payments(stack) {
  const [{ count }] = await query(stack.databaseUrl, `SELECT count(*)::int FROM charges WHERE state = 'settled'`);
  return count;
}

/** Moves the clock of everything past the day on which what was bought today is renewed. */
export async function turnTheMonth(stack) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${stack.sandbox}/clock`, { method: 'POST', headers, body: '{"advance":"768h"}' });
  if (!answer.ok) throw new Error(`the clock answered ${answer.status} ${await answer.text()}`);
}
