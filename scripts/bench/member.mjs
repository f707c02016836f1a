import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../stack/postgres.mjs';

/** Signs a new member up over the calls of the site and returns the Cookie header of their session. */
export async function signUp(site, sandbox) {
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
  const email = `bench-${Date.now()}@example.jp`;
  const { policies } = await call('/signup/policy/screen-data');
  const policyConsentData = policies.map(({ policyId, revision, key }) => ({ policyId, revision, key }));
  await call('/zapi/signup/policy', { policyConsentData });
  await call('/zapi/signup/email', { type: 'signUp', email, policyConsentData });
  await call('/zapi/signup/pin-code', { pinCode: await pinFrom(sandbox, email) });
  const { setting } = await call('/signup/form/screen-data');
  const { formData, custom } = fill(setting, email);
  await call('/zapi/signup/confirm', {
    inputtedData: { formData, customAssociatedInfoData: custom, policyConsentData },
  });
  await call('/zapi/signup', { ...formData, customAssociatedInfo: custom, policyConsentData });
  return { email, cookie: cookieOf(jar) };
}

/** Logs the member in so many times, eight at once, each from a browser without cookies; how many were let in. */
export async function logIn(site, email, count) {
  let left = count;
  let entered = 0;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await fetch(`${site}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site },
        body: JSON.stringify({ emailUserId: email, password: values.password, loginMethod: 'Password' }),
      });
      await answer.arrayBuffer();
      if (answer.ok) entered++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return entered;
}

/** Gives the newest member a running contract of the plan, as if they had bought it today. */
export const contract = (databaseUrl, plan) =>
  query(
    databaseUrl,
    `INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, status, original_price, billing_amount, tax_rate,
       renew_span, renew_span_unit, term, anchor_day, first_payment_day, term_start, next_settlement_day, updated_at)
     SELECT gen_random_uuid(), now(), a.id, p.id, gen_random_uuid(), 'NEW_CONTRACT', p.price, p.price, p.tax_rate,
       p.renew_span, p.renew_span_unit, 1, current_date, current_date, current_date, current_date + 30, now()
     FROM plans p, (SELECT id FROM accounts ORDER BY created_at DESC LIMIT 1) a WHERE p.id = $1`,
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

const values = {
  password: 'open9sesame-bench',
  passwordConfirm: 'open9sesame-bench',
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
