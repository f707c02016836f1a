// What the scenes share: browsers that call the site as its pages do. Of the environment come SITE,
// SANDBOX, and MEMBERS: a file of members' addresses, who all have PASSWORD.

import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

const { SITE, SANDBOX, PASSWORD } = __ENV;
const json = { 'content-type': 'application/json' };

const took = new Trend('took', true); // milliseconds
const asked = new Counter('asked');

const members = __ENV.MEMBERS ? new SharedArray('members', () => JSON.parse(open(__ENV.MEMBERS))) : [];

/** The member of this round, whom no other round has: FIRST is the first of the scene. */
export const nextMember = () => memberOf(exec.scenario.iterationInTest);

/** The member of this virtual user. */
export const ownMember = () => memberOf(exec.vu.idInTest - 1);

function memberOf(place) {
  const n = Number(__ENV.FIRST) + place;
  if (n >= members.length) throw new Error(`there are ${members.length} members, and one more is needed`);
  return { email: members[n], network: `10.${(n >> 8) & 255}.${n & 255}.1` };
}

/**
 * Opens an address of the site, or another one, and follows nothing. `network` is the one that the
 * browser is in: what one network may do is limited.
 */
export function get(member, path, name = path) {
  const address = path.startsWith('/') ? SITE + path : path;
  const headers = { 'accept-language': 'ja', 'accept-encoding': 'gzip', 'x-forwarded-for': member.network };
  return answered(http.get(address, { headers, redirects: 0, tags: { name } }), name);
}

/** Sends a form of the site; returns what is answered. */
export function post(member, path, body, name = path) {
  const headers = { ...json, origin: SITE, 'x-forwarded-for': member.network };
  const answer = http.post(SITE + path, JSON.stringify(body), { headers, redirects: 0, tags: { name } });
  return answered(answer, name).json();
}

/** Sends an encoded form as a page without scripts does; returns where it leads. */
export function submit(member, path, form) {
  const type = 'application/x-www-form-urlencoded';
  const headers = { origin: SITE, 'content-type': type, 'x-forwarded-for': member.network };
  const answer = http.post(SITE + path, form, { headers, redirects: 0, tags: { name: path } });
  return answered(answer, path).headers.Location;
}

/** Goes where the bank and the site send the browser, to a page of this site. */
export function follow(member, address) {
  for (let to = address, n = 0; n < 6; n++) {
    to = to.startsWith(SANDBOX) ? atBank(to) : get(member, to, 'back from the bank').headers.Location;
    if (!to) break;
    if (to.startsWith('/')) return;
  }
  throw new Error(`${address} leads to no page of the site`);
}

const atBank = (address) => http.get(address, { redirects: 0, tags: { name: 'outside' } }).headers.Location;

export const logIn = (member) =>
  post(member, '/login', { emailUserId: member.email, password: PASSWORD, loginMethod: 'Password' });

/** Registers a card with 3-D Secure, and returns its id. */
export function addCard(member) {
  const card = { ccNumber: '4111111111111111', ccExpiration: '204012', securityCode: '123' };
  const { token, tokenKey } = outside('/sbps/tokens', card);
  const added = post(member, '/zapi/account/payment-method/credit', { token, tokenKey, ...secured() });
  follow(member, added.redirectTo);
  const page = get(member, '/plans/weekly/screen-data', '/plans/{plan}/screen-data').json();
  return page.paymentMethods[0].accountPaymentMethodId;
}

/** Fills the form of a plan in and orders it. */
export function order(member, plan, paymentMethodId) {
  const of = (path) => [`${path}${plan}`, { paymentMethodId, campaignCode: null }, `${path}{plan}`];
  post(member, ...of('/zapi/purchase/verify/'));
  const [path, form, name] = of('/zapi/purchase/form/');
  const { purchaseToken } = post(member, path, { planId: plan, ...form }, name);
  get(member, `/plans/${plan}/confirm`, '/plans/{plan}/confirm');
  const press = (tds) => post(member, `/zapi/purchase/${plan}`, { purchaseToken, ...tds }, '/zapi/purchase/{plan}');
  const { redirectTo } = press(secured());
  if (redirectTo?.startsWith('http')) {
    follow(member, redirectTo);
    press({});
  }
  get(member, `/plans/${plan}/complete`, '/plans/{plan}/complete');
}

/** What the provider's script for 3-D Secure makes in the browser. */
function secured() {
  const { tds2infoToken, tds2infoTokenKey } = outside('/sbps/tds-tokens', {});
  return { tds2infoToken, tds2infoTokenKey };
}

/** What the provider's scripts make in the browser. It is not the site's, and counts as nothing. */
function outside(path, body) {
  const params = { headers: json, tags: { name: 'outside' } };
  return http.post(SANDBOX + path, JSON.stringify(body), params).json();
}

/** Counts an answer, which must be no error. */
export function answered(answer, name) {
  took.add(answer.timings.duration);
  asked.add(1);
  if (answer.status === 0 || answer.status >= 400)
    throw new Error(`${name} answered ${answer.status} ${String(answer.body).slice(0, 200)}`);
  return answer;
}
