import { raiseFlowError } from './flow';
import { go } from './nav';
import type { FlowError } from './pageProps';

/** An answer of 400 or above: the status and what the body said. */
export class ApiError extends Error {
  readonly code: string | null;
  readonly requestId: string | null;
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    const fields = (body ?? {}) as { code?: unknown; message?: unknown; requestId?: unknown };
    super(typeof fields.message === 'string' ? fields.message : '');
    this.code = typeof fields.code === 'string' ? fields.code : null;
    this.requestId = typeof fields.requestId === 'string' ? fields.requestId : null;
  }
}

/** What the outside does for a call; tests give their own clock and dice. */
export type Outside = {
  fetch: typeof fetch;
  wait: (milliseconds: number) => Promise<void>;
  random: () => number;
  navigate: (address: string) => unknown;
};

const real: Outside = {
  fetch: (...call) => fetch(...call),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  random: Math.random,
  navigate: (address) => go(address),
};

type Options = {
  /** How often to try again after a status of 400 or above. Only for calls that may be repeated: never a payment or a code. */
  retries?: number;
  /** Gets a broken flow; the flow-error dialog unless told otherwise. */
  onFlowError?: (error: FlowError) => unknown;
  outside?: Partial<Outside>;
};

/** 2^(n-1) seconds before try n again, and up to a second more, so that many browsers do not return at once. */
export function waitBefore(retry: number, random: () => number): number {
  return 2 ** (retry - 1) * 1000 + random() * 1000;
}

/** GETs JSON. A 404 is an answer like any other; from 400 up everything else throws ApiError. */
export function getJson<T>(address: string, options: Options = {}): Promise<T> {
  return call<T>(address, { method: 'GET', headers: { accept: 'application/json' } }, options);
}

/** POSTs JSON and answers as getJson does. */
export function postJson<T>(address: string, body: unknown, options: Options = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return call<T>(address, { method: 'POST', headers, body: JSON.stringify(body) }, options);
}

async function call<T>(address: string, init: RequestInit, { retries = 0, onFlowError, outside }: Options): Promise<T> {
  const { fetch, wait, random, navigate } = { ...real, ...outside };
  for (let retry = 1; ; retry++) {
    const answer = await fetch(address, { ...init, credentials: 'same-origin' });
    const body = answer.status === 204 ? '' : await answer.json().catch(() => null);
    if (answer.status < 400 || answer.status === 404) {
      await follow(answer, body, navigate, onFlowError ?? raiseFlowError);
      return body as T;
    }
    if (retry > retries) throw new ApiError(answer.status, body);
    await wait(waitBefore(retry, random));
  }
}

async function follow(
  answer: Response,
  body: { redirectTo?: string | null; flowError?: FlowError | null } | '' | null,
  navigate: Outside['navigate'],
  onFlowError: (error: FlowError) => unknown,
): Promise<void> {
  const { flowError, redirectTo } = body || {};
  if (flowError?.redirectTo) onFlowError(flowError);
  else if (redirectTo) await navigate(redirectTo);
  else if (answer.redirected) await navigate(answer.url);
}
