import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../stack/postgres.mjs';

/**
 * Signs a new member up over the calls of the site, `until` they are at the page 'form' or,
 * without it, to the end. Returns their address and the Cookie header of their
 * session.
 */
export async function signUp(site, sandbox, { until } = {}) {
  const jar = new Map();
  const call = async (path, body) => {
    const answer = await fetch(site + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: cookieOf(jar), ...(body && { 'content-type': 'application/json', origin: site }) },
      body: body && JSON.stringify(body),
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      jar.set(name, value);
    }
    const data = await answer.json();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(data)}`);
    return data;
  };
  const email = `bench-${randomUUID()}@example.jp`;
  const signer = () => ({ email, cookie: cookieOf(jar) });
  const { policies } = await call('/signup/auth/screen-data');
  const policyConsentData = policies.map(({ policyId, revision, key }) => ({ policyId, revision, key }));
  await call('/zapi/signup/email', { type: 'signUp', email, policyConsentData });
  await call('/zapi/signup/pin-code', { pinCode: await pinFrom(sandbox, email) });
  if (until === 'form') return signer();
  const { setting } = await call('/signup/form/screen-data');
  const { formData, custom } = fill(setting, email);
  await call('/zapi/signup', { ...formData, customAssociatedInfo: custom, policyConsentData });
  return signer();
}

/**
 * So many further members with the password of the member with the address; returns
 * their addresses.
 */
export async function crowd(databaseUrl, email, count) {
  const rows = await query(
    databaseUrl,
    `INSERT INTO accounts (id, created_at, updated_at, email, email_key, email_verified_at, password_hash, password_updated_at)
     SELECT gen_random_uuid(), now(), now(), mailbox, mailbox, now(), password_hash, now()
     FROM accounts, generate_series(1, $2::int) AS n, LATERAL (SELECT 'crowd-' || n || '@example.jp' AS mailbox) AS a
     WHERE accounts.email = $1 RETURNING id, email`,
    [email, count],
  );
  await query(
    databaseUrl,
    `INSERT INTO consents (id, created_at, account_id, policy_id, revision, key)
     SELECT gen_random_uuid(), now(), account_id, policies.id, revision, key FROM policies, unnest($1::uuid[]) AS account_id`,
    [rows.map((row) => row.id)],
  );
  return rows.map((row) => row.email);
}

/**
 * Logs each of the members in, sixteen at once, from browsers without cookies. Each must be let in.
 */
export async function logIn(site, emails) {
  const left = [...emails];
  const worker = async () => {
    for (let email = left.pop(); email; email = left.pop()) {
      const answer = await fetch(`${site}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site },
        body: JSON.stringify({ emailUserId: email, password, loginMethod: 'Password' }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`/login answered ${answer.status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** Gives the newest member a running contract of the plan, as if they had bought it today. */
export const contract = (databaseUrl, plan) =>
  query(
    databaseUrl,
    `WITH contract AS (
       INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, status, renew_span, renew_span_unit, period, anchor_day,
         first_payment_day, term_start, next_settlement_day, paid_through, due_at, updated_at)
       SELECT gen_random_uuid(), now(), a.id, p.id, gen_random_uuid(), 'NEW_CONTRACT', p.renew_span, p.renew_span_unit, 1, current_date,
         current_date, current_date, current_date + 30, current_date + 29, now() + interval '30 days', now()
       FROM plans p, (SELECT id FROM accounts ORDER BY created_at DESC LIMIT 1) a WHERE p.id = $1 RETURNING id, plan_id)
     INSERT INTO subscription_prices (id, created_at, subscription_id, from_period, list_amount, discount, campaign)
     SELECT gen_random_uuid(), now(), contract.id, 1, p.price, 0, '' FROM contract JOIN plans p ON p.id = contract.plan_id`,
    [plan],
  );

const cookieOf = (jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

async function pinFrom(sandbox, email) {
  for (let tries = 0; tries < 100; tries++) {
    const [mail] = await (await fetch(`${sandbox}/inbox.json?to=${encodeURIComponent(email)}`)).json();
    if (mail) return /\b(\d{6})\b/.exec(mail.text)[1];
    await sleep(100);
  }
  throw new Error('No PIN mail came.');
}

/** Of every member. */
export const password = 'open9sesame-bench';

const values = {
  password,
  passwordConfirm: password,
  familyName: '会員',
  givenName: '太郎',
  familyNameKana: 'カイイン',
  givenNameKana: 'タロウ',
  name: '会員太郎',
  nameKana: 'カイインタロウ',
  nickname: 'たろう',
  sex: 1,
  birthday: '19900102',
};

function fill(setting, email) {
  const used = Object.entries(values).filter(([name]) => setting[name.replace('Confirm', '')] !== 'NOT_USE');
  const custom = setting.customAssociatedInfo
    .filter(({ rule }) => rule === 'REQUIRED')
    .map(({ id, type, selectOptions }) => ({
      id,
      value: type === 'CHECKBOX' ? 'true' : type === 'SELECT' ? selectOptions[0].id : 'bench',
    }));
  return { formData: { email, ...Object.fromEntries(used) }, custom };
}
