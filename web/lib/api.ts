import { go } from './nav';

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

/**
 * GETs JSON, once: no page asks for another try. A 404 is an answer like any other and a
 * 204 is an empty text; from 400 up everything else throws ApiError. Where the answer is that of a
 * page the call was redirected to, the browser goes to that page.
 */
export async function getJson<T>(address: string): Promise<T> {
  const answer = await fetch(address, { headers: { accept: 'application/json' }, credentials: 'same-origin' });
  const body = answer.status === 204 ? '' : await answer.json().catch(() => null);
  if (answer.status >= 400 && answer.status !== 404) throw new ApiError(answer.status, body);
  if (answer.redirected) await go(answer.url);
  return body as T;
}
