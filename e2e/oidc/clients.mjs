// Apps in JavaScript, by openid-client and oauth4webapi with their strict defaults, against a
// running server. A test in Go starts it:
//   ISSUER   the server
//   BROWSER  takes the address that an app sends its member to, and answers that at which the browser came back to the app; a POST to
//            its /device has the member allow the code in the body
//   SECRETS  the secrets of the apps, by client_id, and the private key of "signed"
import assert from 'node:assert/strict';
import test from 'node:test';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';

const { ISSUER, BROWSER } = process.env;
const secrets = JSON.parse(process.env.SECRETS);
const issuer = new URL(ISSUER);
const back = 'https://web.example/back';
const bye = 'https://web.example/bye';

async function member(address) {
  const answer = await fetch(BROWSER, { method: 'POST', body: address.href });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return new URL(text);
}

async function memberEnters(code) {
  const answer = await fetch(new URL('/device', BROWSER), { method: 'POST', body: code });
  assert.equal(answer.status, 200, await answer.text());
}

const signingKey = async () => ({
  key: await crypto.subtle.importKey('jwk', secrets.key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']),
  kid: secrets.key.kid,
});

const apps = {
  web: async () => [{}, client.ClientSecretBasic(secrets.web)],
  post: async () => [{}, client.ClientSecretPost(secrets.post)],
  signed: async () => [{ id_token_signed_response_alg: 'ES256' }, client.PrivateKeyJwt(await signingKey())],
};

for (const [id, proof] of Object.entries(apps)) {
  test(`openid-client as ${id}`, async (t) => {
    const [metadata, auth] = await proof();
    const config = await client.discovery(issuer, id, metadata, auth, { execute: [client.allowInsecureRequests] });
    client.enableNonRepudiationChecks(config);

    const authorized = async (build, more = {}) => {
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const address = await build(config, {
        redirect_uri: back,
        scope: 'openid email offline_access',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...more,
      });
      return client.authorizationCodeGrant(config, await member(address), {
        pkceCodeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(more.max_age && { maxAge: Number(more.max_age) }),
      });
    };

    let tokens;
    await t.test('code', async () => {
      tokens = await authorized(client.buildAuthorizationUrl, { max_age: '3600' });
      assert.equal(tokens.token_type, 'bearer');
    });
    await t.test('pushed request', async () => {
      const pushed = await authorized(client.buildAuthorizationUrlWithPAR);
      assert.equal(pushed.claims().sub, tokens.claims().sub);
    });
    await t.test('userinfo', async () => {
      const about = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
      assert.match(about.email, /@/);
    });
    await t.test('refresh', async () => {
      const fresh = await client.refreshTokenGrant(config, tokens.refresh_token);
      assert.notEqual(fresh.refresh_token, tokens.refresh_token);
      assert.equal(fresh.claims().sub, tokens.claims().sub);
      tokens = fresh;
    });
    await t.test('introspection and revocation', async () => {
      const says = await client.tokenIntrospection(config, tokens.access_token);
      assert.equal(says.active, true);
      assert.equal(says.client_id, id);
      await client.tokenRevocation(config, tokens.refresh_token);
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        assert.equal((await client.tokenIntrospection(config, token)).active, false);
      }
      await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token), { error: 'invalid_grant' });
      await assert.rejects(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck));
    });
    await t.test('its own name', async () => {
      const own = await client.clientCredentialsGrant(config, { scope: 'entitlements' });
      assert.equal(own.refresh_token, undefined);
    });
    await t.test('device', async () => {
      const waiting = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
      assert.match(waiting.user_code, /^[A-Z]{4}-[A-Z]{4}$/);
      assert.equal(new URL(waiting.verification_uri_complete).searchParams.get('user_code'), waiting.user_code);
      await memberEnters(waiting.user_code);
      const given = await client.pollDeviceAuthorizationGrant(config, waiting);
      assert.equal(given.claims().sub, tokens.claims().sub);
    });
    await t.test('logout', async () => {
      const last = await authorized(client.buildAuthorizationUrl);
      const address = client.buildEndSessionUrl(config, {
        id_token_hint: last.id_token,
        post_logout_redirect_uri: bye,
        state: 'a state',
      });
      assert.equal((await member(address)).href, `${bye}?state=a+state`);
    });
  });
}

test('oauth4webapi as a native app', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const as = await oauth
    .discoveryRequest(issuer, { algorithm: 'oidc', ...insecure })
    .then((response) => oauth.processDiscoveryResponse(issuer, response));
  const same = await oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    .then((response) => oauth.processDiscoveryResponse(issuer, response));
  assert.deepEqual(same, as);

  const app = { client_id: 'tv-app' };
  const auth = oauth.None();
  const address = 'http://127.0.0.1:49152/back';
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const pushed = await oauth
    .pushedAuthorizationRequest(
      as,
      app,
      auth,
      {
        redirect_uri: address,
        response_type: 'code',
        scope: 'openid profile offline_access',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      },
      insecure,
    )
    .then((response) => oauth.processPushedAuthorizationResponse(as, app, response));
  const start = new URL(as.authorization_endpoint);
  start.searchParams.set('client_id', app.client_id);
  start.searchParams.set('request_uri', pushed.request_uri);
  const params = oauth.validateAuthResponse(as, app, await member(start), state);

  const response = await oauth.authorizationCodeGrantRequest(as, app, auth, params, address, verifier, insecure);
  const tokens = await oauth.processAuthorizationCodeResponse(as, app, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(as, response, insecure);
  const { sub } = oauth.getValidatedIdTokenClaims(tokens);
  await oauth
    .userInfoRequest(as, app, tokens.access_token, insecure)
    .then((answer) => oauth.processUserInfoResponse(as, app, sub, answer));
  const fresh = await oauth
    .refreshTokenGrantRequest(as, app, auth, tokens.refresh_token, insecure)
    .then((answer) => oauth.processRefreshTokenResponse(as, app, answer));
  await oauth
    .revocationRequest(as, app, auth, fresh.refresh_token, insecure)
    .then((answer) => oauth.processRevocationResponse(answer));
  const dead = await oauth.userInfoRequest(as, app, fresh.access_token, insecure);
  await assert.rejects(oauth.processUserInfoResponse(as, app, sub, dead), oauth.WWWAuthenticateChallengeError);

  const waiting = await oauth
    .deviceAuthorizationRequest(as, app, auth, { scope: 'openid entitlements' }, insecure)
    .then((answer) => oauth.processDeviceAuthorizationResponse(as, app, answer));
  const early = await oauth.deviceCodeGrantRequest(as, app, auth, waiting.device_code, insecure);
  await assert.rejects(oauth.processDeviceCodeResponse(as, app, early), { error: 'authorization_pending' });
  await memberEnters(waiting.user_code);
  const given = await oauth.deviceCodeGrantRequest(as, app, auth, waiting.device_code, insecure);
  const onDevice = await oauth.processDeviceCodeResponse(as, app, given);
  assert.equal(oauth.getValidatedIdTokenClaims(onDevice).sub, sub);
});

test('oauth4webapi introspects as a resource server', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const as = await oauth
    .discoveryRequest(issuer, { algorithm: 'oidc', ...insecure })
    .then((response) => oauth.processDiscoveryResponse(issuer, response));
  const app = { client_id: 'guard' };
  const auth = oauth.ClientSecretBasic(secrets.guard);
  const says = await oauth
    .introspectionRequest(as, app, auth, 'nothing', insecure)
    .then((answer) => oauth.processIntrospectionResponse(as, app, answer));
  assert.deepEqual(says, { active: false });
});
