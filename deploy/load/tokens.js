// The token storm of an app: it was restarted, and has all its members' tokens renewed at once.
import http from 'k6/http';
import { answered, get, logIn, ownMember, submit } from './site.js';

const { SITE, APP, SECRET } = __ENV;
const back = 'https://app.example/back';

export const options = {
  scenarios: {
    storm: { executor: 'constant-vus', vus: Number(__ENV.VUS), duration: __ENV.DURATION },
  },
};

let refresh = null; // of this virtual user, whose member let the app in

export default function storm() {
  refresh ??= letIn(ownMember());
  const token = exchange({ grant_type: 'refresh_token', refresh_token: refresh });
  refresh = token.refresh_token;
  const headers = { authorization: `Bearer ${token.access_token}` };
  answered(http.get(`${SITE}/oidc/userinfo`, { headers, tags: { name: '/oidc/userinfo' } }), '/oidc/userinfo');
}

/** Logs the member in, who lets the app in; returns the first refresh token. */
function letIn(member) {
  logIn(member);
  const verifier = 'a-verifier-of-at-least-forty-three-characters-0';
  const challenge = 'S6xMLfJrdwhXm9EJRqmQw6nyYWcpLlPsCEOqmhPUIcs';
  const asked = `client_id=${APP}&redirect_uri=${encodeURIComponent(back)}&response_type=code&scope=openid%20offline_access`;
  const protection = `state=s&nonce=n&code_challenge=${challenge}&code_challenge_method=S256`;
  let to = get(member, `/oidc/authorize?${asked}&${protection}`, '/oidc/authorize').headers.Location;
  for (let n = 0; n < 4 && !to.startsWith(back); n++) to = allow(member, to);
  const code = /[?&]code=([^&]+)/.exec(to)[1];
  return exchange({ grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier })
    .refresh_token;
}

function allow(member, address) {
  const request = decodeURIComponent(/[?&]request=([^&]+)/.exec(address)[1]);
  if (!address.startsWith('/oidc/consent')) return get(member, address, '/oidc').headers.Location;
  const data = `/oidc/consent/screen-data?request=${encodeURIComponent(request)}`;
  const page = get(member, data, '/oidc/consent').json();
  const scopes = [...page.unauthorizedScopeKeys, ...page.updatedScopeKeys];
  const form = { request, accountId: page.accountId };
  const parts = [...Object.entries(form), ...scopes.map((scope) => ['addScope', scope])];
  return submit(member, '/oidc/consent/form', parts.map((part) => part.map(encodeURIComponent).join('=')).join('&'));
}

function exchange(form) {
  const address = SITE.replace('://', `://${APP}:${SECRET}@`);
  return answered(http.post(`${address}/oidc/token`, form, { tags: { name: '/oidc/token' } }), '/oidc/token').json();
}
