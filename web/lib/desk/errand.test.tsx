import { act, renderHook } from '@testing-library/react';
import Router from 'next/router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useForm } from '@/lib/form';
import { inPage } from '@/testing/render';
import { ask, act as change, send } from './call';
import { written } from './document';
import { useErrand } from './errand';

const answers = vi.fn<(path: string, init: RequestInit) => Response>();
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = (code: string, more: object = {}) =>
  json({ errors: [{ message: `says ${code}`, extensions: { code, status: 400, ...more } }], data: null }, 400);

beforeEach(() => void vi.stubGlobal('fetch', async (path: string, init: RequestInit) => answers(path, init)));
afterEach(() => void answers.mockReset());

const wrapper = ({ children }: { children: ReactNode }) => inPage(children, { address: '/staff' });

/** A form with one field and its errand, and the keys that it was run with. */
function errand(done = vi.fn()) {
  const keys: string[] = [];
  const { result } = renderHook(
    () => {
      const form = useForm(null, { text: '' });
      form.register('text');
      const run = useErrand(
        (input: { text: string }, key: string) => {
          keys.push(key);
          return send('/graphql', input);
        },
        form,
        done,
      );
      return { form, run, error: form.formState.errors.text };
    },
    { wrapper },
  );
  return { result, keys, done, run: () => act(() => result.current.run.run({ text: 'x' })) };
}

describe('an errand of the staff', () => {
  it('keeps its key until it has succeeded, and takes another one then', async () => {
    const { keys, run, done } = errand();
    answers.mockReturnValueOnce(refused('UNAVAILABLE')).mockImplementation(() => json({}));
    await run();
    expect(done).not.toHaveBeenCalled();
    await run();
    await run();
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
    expect(done).toHaveBeenCalledTimes(2);
  });

  it('takes another key where what was sent before has been done', async () => {
    const { keys, run } = errand();
    answers.mockImplementation(() => refused('KEY_REUSED'));
    await run();
    await run();
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('is sent once, however often it is pressed', async () => {
    const { keys, result } = errand();
    answers.mockImplementation(() => json({}));
    await act(() => Promise.all([result.current.run.run({ text: 'x' }), result.current.run.run({ text: 'x' })]));
    expect(keys).toHaveLength(1);
  });

  it('says mistakes at their fields, and the rest above them', async () => {
    const { result, run } = errand();
    const fields = [{ field: 'text', code: 'TOO_LONG', message: 'too long' }];
    answers.mockImplementationOnce(() => refused('INVALID', { fields }));
    await run();
    expect(result.current.error?.message).toBe('too long');
    expect(result.current.run.notice).toBeNull();
    answers.mockImplementationOnce(() => refused('INVALID', { fields: [{ field: 'other', message: 'elsewhere' }] }));
    await run();
    expect(result.current.run.notice?.message).toBe('elsewhere');
    answers.mockImplementationOnce(() => refused('MISSING_SCOPE'));
    await run();
    expect(result.current.run.notice?.message).toBe('says MISSING_SCOPE');
  });

  it.each([
    ['UNAUTHENTICATED', '/staff/login'],
    ['REAUTHENTICATION_REQUIRED', '/staff/confirm'],
  ])('leads there and back for %s', async (code, path) => {
    const push = vi.spyOn(Router, 'push').mockResolvedValue(true);
    window.history.replaceState(null, '', '/staff/members/1');
    answers.mockImplementationOnce(() => refused(code));
    await errand().run();
    expect(push).toHaveBeenCalledWith(`${path}?returnTo=%2Fstaff%2Fmembers%2F1`);
  });
});

describe('a call of the staff', () => {
  const document = written<{ result: { userErrors: never[]; n: number } | null }, { input: object }>(
    'Do',
    'mutation Do',
  );

  it('carries the mark and the text, and stays in no cache', async () => {
    answers.mockImplementationOnce(() => json({ data: { result: { userErrors: [], n: 1 } } }));
    await expect(change(document, { key: 'k' })).resolves.toMatchObject({ n: 1 });
    const [path, { headers, body, cache }] = answers.mock.calls[0] as [string, RequestInit];
    expect([path, cache]).toEqual(['/graphql', 'no-store']);
    expect(headers).toMatchObject({ 'x-kaiin-staff': '1' });
    expect(JSON.parse(String(body))).toEqual({
      query: 'mutation Do',
      operationName: 'Do',
      variables: { input: { key: 'k' } },
    });
  });

  it('fails for what has to be put right, for an answer without data and without an answer', async () => {
    const wrong = [{ code: 'STALE', field: null, message: 'stale' }];
    answers.mockImplementationOnce(() => json({ data: { result: { userErrors: wrong } } }));
    await expect(change(document, {})).rejects.toMatchObject({ fault: { code: 'STALE' }, fields: wrong });
    answers.mockImplementationOnce(() => json({ data: null }));
    await expect(ask(document, { input: {} })).rejects.toMatchObject({ fault: { code: 'INTERNAL' } });
    answers.mockImplementationOnce(() => new Response('<html>', { status: 502 }));
    await expect(send('/graphql', {})).rejects.toMatchObject({ fault: { status: 502 } });
    answers.mockImplementationOnce(() => {
      throw new TypeError('no network');
    });
    await expect(send('/graphql', {})).rejects.toMatchObject({ fault: { code: 'UNANSWERED' } });
  });
});
