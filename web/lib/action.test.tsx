import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { SignupPinCodeDocument } from '@/generated/SignupPinCode';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { ActionNotice } from '@/ui/ActionNotice';
import { CodeField } from '@/ui/CodeField';
import { Form, SubmitButton } from '@/ui/Form';
import { useAction } from './action';
import { useForm } from './form';
import { required } from './rules';

const schema = z.object({ pinCode: required(z.string()) });
const fine = { redirectTo: null, flowError: null, userErrors: [] };

function Code() {
  const form = useForm(schema, { pinCode: '' });
  const action = useAction(SignupPinCodeDocument, form);
  return (
    <Form form={form} action={action} onSubmit={(values) => action.run(values)}>
      <CodeField name="pinCode" label="PINコード" />
      <SubmitButton onceFor="pinCode">次へ</SubmitButton>
    </Form>
  );
}

async function send(code: string) {
  const user = userEvent.setup();
  const field = screen.getByLabelText('PINコード');
  await user.clear(field);
  await user.type(field, code);
  await user.click(screen.getByRole('button', { name: '次へ' }));
  return field;
}

describe('an action of a form', () => {
  it('X-038 X-049: sends hash and variables as JSON, never the document, and follows redirectTo', async () => {
    answer('SignupPinCode', { result: { ...fine, redirectTo: '/signup/form' } });
    const fetched = vi.spyOn(globalThis, 'fetch');
    renderView(<Code />);
    await send('123456');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/form'));
    expect(asked('SignupPinCode')).toEqual([{ pinCode: '123456' }]);
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(init?.method).toBe('POST');
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
    const body = JSON.parse(String(init?.body));
    expect(body.query).toBeUndefined();
    expect(body.extensions.persistedQuery.sha256Hash).toBe(SignupPinCodeDocument.hash);
  });

  it('lands a mistake on its field, names it for screen readers and gives it the focus', async () => {
    const userErrors = [{ code: 'PIN_CODE_ERROR', field: 'pinCode', message: 'PINコードの認証に失敗しました。' }];
    answer('SignupPinCode', { result: { ...fine, userErrors } });
    renderView(<Code />);
    const field = await send('123456');
    const text = await screen.findByText('PINコードの認証に失敗しました。');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toContain(text.closest('p')?.id);
    expect(document.activeElement).toBe(field);
  });

  it('E-002: shows the server’s message above the form, and focuses it', async () => {
    answerError('SignupPinCode', 'TOO_MANY_REQUESTS', 'しばらくしてからお試しください。');
    renderView(<Code />);
    await send('123456');
    const alert = await findAlert();
    expect(alert.textContent).toBe('しばらくしてからお試しください。');
    await waitFor(() => expect(document.activeElement).toBe(alert));
  });

  it('E-003: without a message it says エラーが発生しました', async () => {
    answerError('SignupPinCode', 'INTERNAL');
    renderView(<Code />);
    await send('123456');
    expect((await findAlert()).textContent).toBe('エラーが発生しました');
  });

  it.each([
    ['without a network', false, 'ja', '通信できませんでした。接続を確認して、もう一度お試しください。'],
    ['without a network', false, 'en', 'There is no connection to the site. Please check it and try again.'],
    ['when no answer comes', true, 'ja', '通信できませんでした。接続を確認して、もう一度お試しください。'],
  ] as const)('U-20: %s it says so (online: %s, %s)', async (_case, online, locale, words) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    renderView(<Code />, { locale });
    await send('123456');
    await waitFor(() => expect(getAlert().textContent).toBe(words));
  });

  it('A-026 S-004: the same code cannot be sent twice, another one can', async () => {
    answerError('SignupPinCode', 'INTERNAL');
    renderView(<Code />);
    await send('123456');
    await findAlert();
    const button = screen.getByRole('button', { name: '次へ' }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('PINコード'), '7');
    expect(button.disabled).toBe(false);
  });

  it('X-050 L-001 L-002 L-003: a flow error opens its dialog, whose button starts again there', async () => {
    answer('SignupPinCode', {
      result: {
        ...fine,
        redirectTo: '/x',
        flowError: { redirectTo: '/signup', message: 'リンクの有効期限が切れています。もう一度お申し込みください。' },
      },
    });
    renderView(<Code />);
    expect(screen.queryByRole('dialog')).toBeNull();
    await send('123456');
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect([...dialog.querySelectorAll('p')].map((words) => words.textContent)).toEqual([
      'リンクの有効期限が切れています。',
      'もう一度お申し込みください。',
    ]);
    expect(router.push).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '最初からやり直す' }));
    expect(router.replace).toHaveBeenCalledWith('/signup');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leads to the login when the session is gone', async () => {
    answerError('SignupPinCode', 'UNAUTHENTICATED', '', { redirectTo: '/login' });
    renderView(<Code />);
    await send('123456');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login?returnTo=%2F'));
  });

  it('ignores a second call while one runs', async () => {
    let release = () => {};
    const answered = new Promise<void>((done) => {
      release = done;
    });
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      await answered;
      return new Response(JSON.stringify({ data: { result: { __typename: 'SignupPinCodePayload', ...fine } } }));
    });
    renderView(<Twice />);
    const button = screen.getByRole('button');
    await userEvent.dblClick(button);
    expect(button.textContent).toContain('処理中…');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await act(async () => release());
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('V-009: an empty code says so without a call', async () => {
    renderView(<Code />);
    await userEvent.click(screen.getByRole('button', { name: '次へ' }));
    expect(await screen.findByText('PINコードを入力してください。')).toBeTruthy();
    expect(asked('SignupPinCode')).toEqual([]);
  });
});

function Twice() {
  const action = useAction(SignupPinCodeDocument);
  return (
    <>
      <ActionNotice action={action} />
      <button type="button" aria-disabled={action.pending} onClick={() => void action.run({ pinCode: '1' })}>
        {action.pending ? '処理中…' : '送信'}
      </button>
    </>
  );
}
