import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { site } from '../harness/addresses.ts';
import type { Visitor } from './visitor.ts';

/** The app's own server on the device, at a port that was free: RFC 8252 7.3. */
const device = createServer((_, answer) => {
  answer.setHeader('content-type', 'text/html');
  answer.end('<!DOCTYPE html><html lang="ja"><title>app</title><link rel="icon" href="data:,"><p>app');
}).listen(0, '127.0.0.1');
device.unref();
await once(device, 'listening');
const back = `http://127.0.0.1:${(device.address() as AddressInfo).port}/back`;

export const tv = 'todaiza-tv';

/**
 * An app of the demo store that runs on the member's device: it sends the browser to us and waits
 * for the answer.
 */
export class App {
  readonly state = randomBytes(8).toString('hex');
  readonly #verifier = randomBytes(32).toString('base64url');
  readonly address: string;

  /** What it asks for; more of the protocol's parameters as they are. */
  constructor(scope = 'openid profile', more: Record<string, string> = {}) {
    this.address = `/oidc/authorize?${new URLSearchParams({
      client_id: tv,
      redirect_uri: back,
      response_type: 'code',
      scope,
      state: this.state,
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })}`;
  }

  /** Sends the browser to us. */
  async open(page: Page): Promise<void> {
    await page.goto(this.address);
  }

  /**
   * Waits until the browser is back, with the answer to this request: state and issuer are checked.
   */
  async answer(page: Page): Promise<URLSearchParams> {
    await page.waitForURL((url) => url.href.startsWith(back));
    return this.checked(new URL(page.url()).searchParams);
  }

  checked(answer: URLSearchParams): URLSearchParams {
    expect([answer.get('state'), answer.get('iss')], 'state and issuer of the answer').toEqual([this.state, site]);
    return answer;
  }

  /** What the app gets for the code. */
  async tokens(answer: URLSearchParams): Promise<{ scope: string; access: string; idToken: string; status: number }> {
    const got = await fetch(`${site}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: tv,
        redirect_uri: back,
        code: answer.get('code') ?? '',
        code_verifier: this.#verifier,
      }),
    });
    const body = (await got.json()) as { scope?: string; access_token?: string; id_token?: string };
    return {
      scope: (body.scope ?? '').split(' ').sort().join(' '),
      access: body.access_token ?? '',
      idToken: body.id_token ?? '',
      status: got.status,
    };
  }
}

/** What the app may read of its member with a token; the status alone where it may nothing. */
export async function userInfo(access: string): Promise<{ status: number; about: Record<string, unknown> }> {
  const got = await fetch(`${site}/oidc/userinfo`, { headers: { authorization: `Bearer ${access}` } });
  return { status: got.status, about: got.ok ? ((await got.json()) as Record<string, unknown>) : {} };
}

/** What the app asks of the member who is logged in, by its key. */
export async function keyOf(visitor: Visitor, app: App): Promise<string> {
  const asked = await visitor.get(app.address);
  return new URL(asked.headers.get('location') ?? '', site).searchParams.get('request') ?? '';
}

/** A member allows all that is asked for, by calls. */
export async function allowAll(visitor: Visitor, scope: string): Promise<{ access: string }> {
  const app = new App(scope);
  const key = await keyOf(visitor, app);
  const screen = await visitor.must('GET', `/oidc/consent/screen-data?request=${encodeURIComponent(key)}`);
  const form = new URLSearchParams({ request: key, accountId: String(screen.accountId) });
  for (const one of screen.requestScopeKeys as string[]) form.append('addScope', one);
  const answer = await visitor.submit('/oidc/consent/form', form);
  return app.tokens(app.checked(new URL(answer.headers.get('location') ?? '').searchParams));
}
