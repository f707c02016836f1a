import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { HeldChangeScreenDocument } from '@/generated/HeldChangeScreen';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import './schema'; // else the first check of the first test waits for it
import { HeldChangeView } from './HeldChangeView';

const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const done = { result: { redirectTo: null, flowError: null, userErrors: [] } };
const email = {
  redirectTo: null,
  flowError: null,
  email: 'h*****@example.jp',
  factors: [] as string[],
  isNewAddress: false,
  takesEffectAt: '2126-04-04T00:00:00Z',
  isProved: false,
  isAgreed: false,
};

describe('a change that the staff have begun', () => {
  const show = (change: Partial<typeof email> = {}, locale: 'ja' | 'en' = 'ja') =>
    renderView(<HeldChangeView />, {
      document: HeldChangeScreenDocument,
      data: { screen: { ...email, ...change } as never },
      variables: { token: 'the-token' },
      locale,
    });

  it('is stopped by the present address', async () => {
    answer('StopHeldChange', done);
    show();
    expect(screen.getByText('h*****@example.jp')).toBeTruthy();
    expect(asked('StopHeldChange')).toEqual([]);
    await userEvent.click(button('取りやめる'));
    expect(await screen.findByText('取りやめました')).toBeTruthy();
    expect(asked('StopHeldChange')).toEqual([{ token: 'the-token' }]);
  });

  it.each([
    [false, '同意を受け付けました'],
    [true, 'メールアドレスを変更しました'],
  ])('happens sooner when the present address agrees (proved: %s)', async (isProved, title) => {
    answer('AgreeToHeldChange', done);
    show({ isProved });
    await userEvent.click(button('待たずに変更することに同意する'));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(asked('AgreeToHeldChange')).toEqual([{ token: 'the-token' }]);
  });

  it('offers nothing to agree to where it was agreed, or second factors are taken off', () => {
    const { unmount } = show({ isAgreed: true });
    expect(screen.queryByRole('button', { name: '待たずに変更することに同意する' })).toBeNull();
    unmount();
    show({ email: null as never, factors: ['OTP', 'SMS'] });
    expect(screen.getByText('認証アプリ、SMS', { exact: false })).toBeTruthy();
    expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['取りやめる']);
  });

  it.each([
    [{}, 'メールアドレスを確認しました'],
    [{ isAgreed: true }, 'メールアドレスを変更しました'],
    [{ takesEffectAt: '2026-01-01T00:00:00Z' }, 'メールアドレスを変更しました'],
  ])('is proved by the code at the new address: %j', async (change, title) => {
    answer('ProveHeldChange', done);
    show({ isNewAddress: true, ...change });
    await userEvent.click(button('確認する'));
    expect(asked('ProveHeldChange')).toEqual([]);
    await userEvent.type(screen.getByLabelText('確認コード'), '12345678');
    await userEvent.click(button('確認する'));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(asked('ProveHeldChange')).toEqual([{ token: 'the-token', pinCode: '12345678' }]);
  });

  it('says a wrong code at its field', async () => {
    const message = '確認コードが正しくありません。';
    answer('ProveHeldChange', {
      result: {
        redirectTo: null,
        flowError: null,
        userErrors: [{ code: 'PIN_CODE_ERROR', field: 'pinCode', message }],
      },
    });
    show({ isNewAddress: true });
    await userEvent.type(screen.getByLabelText('確認コード'), '00000000');
    await userEvent.click(button('確認する'));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('speaks English', () => {
    show({ email: null as never, factors: ['OTP'] }, 'en');
    expect(screen.getByText('authenticator app', { exact: false })).toBeTruthy();
    expect(button('Stop it')).toBeTruthy();
  });

  it('a link that does not work shows no button', () => {
    show({ takesEffectAt: null as never, email: null as never });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
