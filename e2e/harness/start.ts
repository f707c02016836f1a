import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRun } from '../../scripts/stack/checkout.mjs';
import { Processes } from '../../scripts/stack/processes.mjs';
import { startStack } from '../../scripts/stack/stack.mjs';
import { chosenPorts } from './ports.ts';

/**
 * Before the first journey: the whole of Kaiin as `make run` starts it, on free ports, with a new
 * database and a sandbox that keeps nothing. Two runs beside each other have different names, in
 * KAIIN_JOURNEYS; the output of a stack goes to .run/NAME.log. Playwright calls what is returned
 * after the last journey.
 */
export default async function start() {
  const name = process.env.KAIIN_JOURNEYS || 'journeys';
  mkdirSync(inRun(), { recursive: true });
  const log = createWriteStream(inRun(`${name}.log`));
  const processes = new Processes(name, (line: string) => log.write(`${line}\n`));
  await processes.claim();
  // Playwright itself answers Ctrl-C by ending the journeys properly; told to terminate, it would
  // just be gone.
  process.once('SIGTERM', () => process.exit(143));
  process.env.KAIIN_PASSWORD_COST ??= 'm=64,t=1'; // hundreds of members sign up, and no journey is about the cost of a password
  process.env.KAIIN_DATABASE_CONNECTIONS ??= '8'; // a connection prepares every statement anew
  process.env.KAIIN_TRUSTED_PROXIES ??= '127.0.0.1/32,::1/128'; // so that a visitor may come from anywhere
  // The staff log in by a password and an app: pages of ours, and no company's.
  for (const name of ['ISSUER_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'ACR']) process.env[`STAFF_${name}`] ??= '';
  const stack = await startStack(processes, { name: 'test', ports: chosenPorts() }).catch(async (error: Error) => {
    await processes.stopAll();
    throw new Error(`The site for the journeys did not start: ${error.message} (see .run/${name}.log)`);
  });
  process.env.KAIIN_JOURNEY_DATABASE = stack.databaseUrl; // what is set here reaches the workers
  process.env.KAIIN_SHAPES = mkdtempSync(join(tmpdir(), 'kaiin-shapes-'));
  (await import('../support/staff.ts')).seedStore();
  return async () => {
    await processes.stopAll();
    await stack.drop();
    rmSync(process.env.KAIIN_SHAPES ?? '', { recursive: true, force: true });
    log.end();
  };
}
