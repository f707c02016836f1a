import { describe, expect, it, vi } from 'vitest';
import { ApiError, getJson, type Outside, postJson, waitBefore } from './api';

function outside(...answers: [number, unknown, Partial<Response>?][]) {
  const fetch = vi.fn(async (_address: unknown, _init?: RequestInit) => {
    const [status, body, extra] =
      answers.length > 1 ? (answers.shift() as (typeof answers)[0]) : (answers[0] as (typeof answers)[0]);
    const response = new Response(status === 204 ? null : JSON.stringify(body), { status });
    return extra ? Object.assign(Object.create(response), extra, { status, json: async () => body }) : response;
  });
  const wait = vi.fn(async () => {});
  const navigate = vi.fn();
  return { fetch, wait, navigate, random: () => 0.5 } as unknown as Outside & {
    fetch: typeof fetch;
    wait: typeof wait;
    navigate: typeof navigate;
  };
}

describe('JSON helpers', () => {
  it('X-038: a post sends JSON with its content type', async () => {
    const world = outside([200, { ok: true }]);
    await postJson('/zapi/x', { a: 1 }, { outside: world });
    const init = world.fetch.mock.calls[0]?.[1] as RequestInit;
    expect(init.method).toBe('POST');
    expect(init.body).toBe('{"a":1}');
    expect(new Headers(init.headers).get('content-type')).toBe('application/json');
  });

  it('X-041: without a count nothing is tried again', async () => {
    const world = outside([503, { code: 'UNAVAILABLE', message: 'later', requestId: 'r1' }]);
    await expect(getJson('/zapi/x', { outside: world })).rejects.toBeInstanceOf(ApiError);
    expect(world.fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['X-040', getJson],
    ['X-039', (path: string, options: object) => postJson(path, {}, options)],
  ])('%s X-042 X-044: tries again up to the count, then throws the last body with its status', async (_row, send) => {
    const world = outside([400, { message: 'first' }], [500, { message: 'second' }], [502, { message: 'last' }]);
    await expect(send('/zapi/x', { retries: 2, outside: world })).rejects.toMatchObject({
      status: 502,
      message: 'last',
    });
    expect(world.fetch).toHaveBeenCalledTimes(3);
    expect(world.wait.mock.calls).toEqual([[1500], [2500]]);
  });

  it('X-043: waits 2^(n-1) seconds and up to one more', () => {
    expect([1, 2, 3, 4].map((retry) => waitBefore(retry, () => 0))).toEqual([1000, 2000, 4000, 8000]);
    expect(waitBefore(1, () => 0.999)).toBeLessThan(2000);
  });

  it('stops trying when an answer is good', async () => {
    const world = outside([500, {}], [200, { n: 1 }]);
    expect(await getJson('/zapi/x', { retries: 5, outside: world })).toEqual({ n: 1 });
    expect(world.fetch).toHaveBeenCalledTimes(2);
  });

  it('X-045: the error carries code, message and request id', async () => {
    const world = outside([409, { status: 409, code: 'CONFLICT', message: '重複', requestId: 'r9' }]);
    const error = await postJson('/zapi/x', {}, { outside: world }).catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 409, code: 'CONFLICT', message: '重複', requestId: 'r9' });
  });

  it('X-046: a 404 answers its body, without retry', async () => {
    const world = outside([404, { code: 'NOT_FOUND' }]);
    expect(await getJson('/zapi/x', { retries: 3, outside: world })).toEqual({ code: 'NOT_FOUND' });
    expect(world.fetch).toHaveBeenCalledTimes(1);
  });

  it('X-047: a 204 is an empty string', async () => {
    expect(await getJson('/zapi/x', { outside: outside([204, null]) })).toBe('');
  });

  it('X-048: an answer that was redirected takes the browser there', async () => {
    const world = outside([200, {}, { redirected: true, url: 'http://localhost:8080/next' }]);
    await postJson('/zapi/x', {}, { outside: world });
    expect(world.navigate).toHaveBeenCalledWith('http://localhost:8080/next');
  });

  it('X-049: redirectTo takes the browser there', async () => {
    const world = outside([200, { redirectTo: '/mypage' }]);
    await postJson('/zapi/x', {}, { outside: world });
    expect(world.navigate).toHaveBeenCalledWith('/mypage');
  });

  it('X-050: a flow error goes to its handler and nowhere else', async () => {
    const world = outside([200, { redirectTo: '/a', flowError: { redirectTo: '/signup', message: 'm' } }]);
    const onFlowError = vi.fn();
    await postJson('/zapi/x', {}, { outside: world, onFlowError });
    expect(onFlowError).toHaveBeenCalledWith({ redirectTo: '/signup', message: 'm' });
    expect(world.navigate).not.toHaveBeenCalled();
  });
});
