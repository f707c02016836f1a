import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { fieldError } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { OtpFactorView } from './OtpFactorView';
import { SmsFactorView } from './SmsFactorView';
import './schema'; // else the first check of the first test waits for it

afterEach(() => void vi.useRealTimers());

const done = (redirectTo: string) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const refused = (code: string, field: string, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field, message }] },
});
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const here = '/mypage/multi-factor/sms';

type Text = string | null;
const empty = {
  redirectTo: null,
  flowError: null,
  type: 'SMS',
  enabled: false,
  sendTo: null as Text,
  isEmailVerified: true,
  secret: null as Text,
  otpauthUrl: null as Text,
  qrCode: null as Text,
  phoneNumber: null as Text,
  codeName: null as Text,
  codeMinutes: null as number | null,
  resendAt: null as Text,
};
const waiting = {
  ...empty,
  sendTo: '09012345678',
  phoneNumber: '09012345678',
  codeName: '二段階認証コード',
  codeMinutes: 10,
  resendAt: '2026-05-15T00:00:30Z',
};

describe('codes by short message', () => {
  const sms = (changes: Partial<typeof empty> = {}) =>
    renderView(<SmsFactorView />, {
      document: MultiFactorTypeScreenDocument,
      data: { screen: { ...empty, ...changes } },
      variables: { type: 'SMS' },
      address: here,
    });

  it('R-020: the field holds the registered number; sending leads to the entry of the code on the same page', async () => {
    answer('EnableMultiFactor', done(here));
    answer('MultiFactorTypeScreen', { screen: waiting });
    sms({ phoneNumber: '09012345678' });
    expect((screen.getByLabelText('携帯電話番号') as HTMLInputElement).value).toBe('09012345678');
    await userEvent.click(button('コードを送信する'));
    expect(await screen.findByLabelText('二段階認証コード')).toBeTruthy();
    expect(asked('EnableMultiFactor')).toEqual([{ multiFactorType: 'SMS', phoneNumber: '09012345678' }]);
    expect(router.push).not.toHaveBeenCalled();
  });

  it('a page that cannot be brought up to date after the sending says so, or leads to the login', async () => {
    answer('EnableMultiFactor', done(here));
    answerError('MultiFactorTypeScreen', 'UNAVAILABLE', 'ただいま利用できません。');
    answerError('MultiFactorTypeScreen', 'UNAUTHENTICATED', '', { redirectTo: '/login' });
    sms({ phoneNumber: '09012345678' });
    await userEvent.click(button('コードを送信する'));
    expect((await findAlert()).textContent).toBe('ただいま利用できません。');
    await userEvent.click(button('コードを送信する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login?returnTo=%2F'));
    expect(router.push).toHaveBeenCalledOnce();
    expect(screen.queryByLabelText('二段階認証コード')).toBeNull();
    expect(asked('MultiFactorTypeScreen')).toEqual([
      { type: 'SMS', root: false },
      { type: 'SMS', root: false },
    ]);
  });

  it('A-045: takes the number of a mobile phone only, in any width', async () => {
    answer('EnableMultiFactor', done(here));
    answer('MultiFactorTypeScreen', { screen: waiting });
    sms();
    const field = screen.getByLabelText('携帯電話番号') as HTMLInputElement;
    expect(field.inputMode).toBe('tel');
    await userEvent.type(field, '0312345678');
    await userEvent.click(button('コードを送信する'));
    expect(
      await screen.findByText('SMSを受信できる携帯電話番号を、ハイフンなしの11桁で入力してください。'),
    ).toBeTruthy();
    expect(asked('EnableMultiFactor')).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '０９０-１２３４-５６７８');
    await userEvent.click(button('コードを送信する'));
    await waitFor(() =>
      expect(asked('EnableMultiFactor')).toEqual([{ multiFactorType: 'SMS', phoneNumber: '09012345678' }]),
    );
  });

  it('S-015: the code enables it', async () => {
    answer('EnableMultiFactor', refused('PIN_CODE_ERROR', 'pinCode', '二段階認証コードの認証に失敗しました。'));
    answer('EnableMultiFactor', done('/mypage/multi-factor/complete?type=enable&factor=SMS'));
    sms(waiting);
    expect(screen.getByText('09012345678')).toBeTruthy();
    const field = screen.getByLabelText('二段階認証コード');
    await userEvent.type(field, '111111');
    await userEvent.click(button('有効にする'));
    expect(await screen.findByText('二段階認証コードの認証に失敗しました。')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '１２３４５６');
    await userEvent.click(button('有効にする'));
    await waitFor(() =>
      expect(router.push).toHaveBeenCalledWith('/mypage/multi-factor/complete?type=enable&factor=SMS'),
    );
    expect(asked('EnableMultiFactor')[1]).toEqual({
      multiFactorType: 'SMS',
      phoneNumber: '09012345678',
      pinCode: '123456',
    });
  });

  it('another code after 30 seconds, counted down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer('EnableMultiFactor', done(here));
    sms(waiting);
    expect(button('コードを再送する').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await userEvent.click(button('コードを再送する'));
    expect(await screen.findByText('二段階認証コードを再送しました。')).toBeTruthy();
    expect(asked('EnableMultiFactor')).toEqual([{ multiFactorType: 'SMS', phoneNumber: '09012345678' }]);
    expect(button('コードを再送する').disabled).toBe(true);
  });

  it('another number, or back to the code of the first', async () => {
    sms(waiting);
    await userEvent.click(button('電話番号を変更する'));
    expect(screen.getByLabelText('携帯電話番号')).toBeTruthy();
    await userEvent.click(button('コードの入力に戻る'));
    expect(screen.getByLabelText('二段階認証コード')).toBeTruthy();
  });
});

describe('an authenticator app', () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
  const otp = (changes: Partial<typeof empty> = {}, locale: 'ja' | 'en' = 'ja', isMobile = false) =>
    renderView(<OtpFactorView />, {
      document: MultiFactorTypeScreenDocument,
      data: { screen: { ...empty, type: 'OTP', secret, otpauthUrl: 'otpauth://totp/x', qrCode: svg, ...changes } },
      variables: { type: 'OTP' },
      locale,
      root: { isMobile },
      address: '/mypage/multi-factor/otp',
    });

  it('R-021: shows the secret as a picture and as text, and copies it', async () => {
    otp();
    const source = screen.getByAltText('認証アプリで読み取るQRコード').getAttribute('src') as string;
    expect(source.startsWith('data:image/svg+xml;base64,')).toBe(true);
    expect(atob(source.split(',')[1] as string)).toBe(svg);
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(button('キーをコピーする'));
    expect(await navigator.clipboard.readText()).toBe(secret);
    expect(await screen.findByText('キーをコピーしました。')).toBeTruthy();
  });

  it.each([
    [true, 'この端末の認証アプリで開く', '認証アプリで読み取るQRコード'],
    [false, '認証アプリで読み取るQRコード', 'この端末の認証アプリで開く'],
  ])('R-021: on a phone (%s) its own app comes first, else the picture', (isMobile, first, second) => {
    otp({}, 'ja', isMobile);
    const shown = [...document.querySelectorAll('section img, section a')];
    expect(shown.map((part) => part.getAttribute('alt') ?? part.textContent)).toEqual([first, second]);
    expect(screen.getByRole('link', { name: 'この端末の認証アプリで開く' }).getAttribute('href')).toBe(
      'otpauth://totp/x',
    );
  });

  it('V-028 V-029: anything but six digits is not sent', async () => {
    otp();
    const field = screen.getByLabelText('6桁のコード');
    for (const value of ['12345', '1234567', '12345a']) {
      await userEvent.clear(field);
      await userEvent.click(field);
      await userEvent.paste(value); // typed, the sixth digit would send it
      await userEvent.click(button('有効にする'));
      expect(
        await screen.findByText('アプリに表示されている6桁のコード（ワンタイムパスワード）を入力してください。'),
      ).toBeTruthy();
    }
    expect(asked('EnableMultiFactor')).toEqual([]);
  });

  it('V-028: in English', async () => {
    otp({}, 'en');
    await userEvent.type(screen.getByLabelText('6-digit code'), '123{Enter}');
    expect(await fieldError(/6-digit code \(one-time password\)/)).toBeTruthy();
  });

  it('S-015: the first password enables it', async () => {
    answer('EnableMultiFactor', done('/mypage/multi-factor/backup-code/generate'));
    otp();
    await userEvent.type(screen.getByLabelText('6桁のコード'), '１２３ ４５６');
    await userEvent.click(button('有効にする'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/multi-factor/backup-code/generate'));
    expect(asked('EnableMultiFactor')).toEqual([{ multiFactorType: 'OTP', secret, token: '123456' }]);
  });

  it('enabled: shows no secret', () => {
    otp({ enabled: true, secret: null, otpauthUrl: null, qrCode: null });
    expect(screen.getByText('認証アプリによる認証は有効です。')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByLabelText('6桁のコード')).toBeNull();
  });
});
