import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, getJson } from './api';

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

function answering(status: number, body: unknown, more: Partial<Response> = {}) {
  const response = new Response(status === 204 ? null : JSON.stringify(body), { status });
  for (const [name, value] of Object.entries(more)) Object.defineProperty(response, name, { value });
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

describe('reading JSON', () => {
  it('sends the member’s cookies and asks for JSON', async () => {
    const fetched = answering(200, { n: 1 });
    expect(await getJson('/zapi/x')).toEqual({ n: 1 });
    const [address, init] = fetched.mock.calls[0] ?? [];
    expect(address).toBe('/zapi/x');
    expect(init?.credentials).toBe('same-origin');
    expect(new Headers(init?.headers).get('accept')).toBe('application/json');
    expect(assign).not.toHaveBeenCalled();
  });

  // A-006 A-007: what no page uses is not kept, and no page asks for another try. So there is no
  // count, and no wait before a retry.
  it.each([400, 429, 500, 503])(
    'X-039 X-040 X-041 X-042 X-043 X-044: is done once, also when %i is answered',
    async (status) => {
      const fetched = answering(status, { message: 'no' });
      await expect(getJson('/zapi/x')).rejects.toMatchObject({ status, message: 'no' });
      expect(fetched).toHaveBeenCalledTimes(1);
    },
  );

  it('X-045: the error carries code, message and request id', async () => {
    answering(409, { status: 409, code: 'CONFLICT', message: '重複', requestId: 'r9' });
    const error = await getJson('/zapi/x').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'CONFLICT', message: '重複', requestId: 'r9' });
  });

  it('an error without a body has none of them', async () => {
    answering(502, 'Bad Gateway');
    const error = await getJson('/zapi/x').catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 502, code: null, message: '', requestId: null });
  });

  it('A-005 X-046: a 404 answers its body', async () => {
    answering(404, { code: 'NOT_FOUND' });
    expect(await getJson('/zapi/x')).toEqual({ code: 'NOT_FOUND' });
  });

  it('X-047: a 204 is an empty text', async () => {
    answering(204, null);
    expect(await getJson('/zapi/x')).toBe('');
  });

  it('A-008 X-048: an answer that was redirected takes the browser there', async () => {
    answering(200, {}, { redirected: true, url: 'http://localhost:8080/next' });
    await getJson('/zapi/x');
    expect(assign).toHaveBeenCalledWith('http://localhost:8080/next');
  });
});
