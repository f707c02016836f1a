import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmLoginScreenDocument } from '@/generated/ConfirmLoginScreen';
import { EmailEditPinCodeScreenDocument } from '@/generated/EmailEditPinCodeScreen';
import { EmailVerifyScreenDocument } from '@/generated/EmailVerifyScreen';
import { EnablePasswordScreenDocument } from '@/generated/EnablePasswordScreen';
import { LoginCodeScreenDocument } from '@/generated/LoginCodeScreen';
import { MultiFactorCodeScreenDocument } from '@/generated/MultiFactorCodeScreen';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { SignupPinCodeScreenDocument } from '@/generated/SignupPinCodeScreen';
import { WithdrawPinCodeScreenDocument } from '@/generated/WithdrawPinCodeScreen';
import { queryAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { step } from '@/testing/signup';
import { EmailPinCodeView } from './email/EmailPinCodeView';
import { EmailVerifyView } from './email/EmailVerifyView';
import './email/schema';
import { LoginCodeView } from './login/LoginCodeView';
import { LoginConfirmView } from './login/LoginConfirmView';
import { MultiFactorCodeView } from './login/MultiFactorCodeView';
import './login/schema';
import { OtpFactorView } from './mfa/OtpFactorView';
import { SmsFactorView } from './mfa/SmsFactorView';
import './mfa/schema';
import { EnablePasswordView } from './password/EnablePasswordView';
import './password/schema';
import { SignupPinCodeView } from './signup/SignupPinCodeView';
import './signup/schema';
import { WithdrawPinCodeView } from './withdraw/WithdrawPinCodeView';
import './withdraw/schema';

const none = { redirectTo: null, flowError: null };
const mailed = {
  ...none,
  codeName: 'コード',
  codeMinutes: 10,
  resendAt: '2026-11-22T03:00:00Z',
  sendTo: 't@example.jp',
  returnTo: null,
  wantedPlan: null,
  isCodeSent: true,
};
const factor = { ...mailed, multiFactorType: ['Email', 'OTP'], defaultMultiFactorType: null };
const setting = { ...mailed, enabled: false, isEmailVerified: true, otpauthUrl: null, qrCode: null };
const password = 'abcd1234';

type Document = NonNullable<Parameters<typeof renderView>[1]>['document'];
type Case = [page: string, view: ReactNode, document: Document, data: object, operation: string, sent: object];

const input = { emailUserId: 't@example.jp', loginMethod: 'AuthCode', deviceHint: null, oidc: false };
const checks = { isPreferred: false, rememberDevice: false, oidc: false };

const pages: Case[] = [
  [
    'login',
    <LoginCodeView key="a" />,
    LoginCodeScreenDocument,
    { ...mailed, emailUserId: 't@example.jp' },
    'Login',
    { ...input, authCode: '012345' },
  ],
  [
    'login, once more',
    <LoginConfirmView key="b" />,
    ConfirmLoginScreenDocument,
    { ...mailed, methods: ['AuthCode'], identifier: null, returnTo: '/mypage' },
    'ConfirmLogin',
    { authCode: '012345', returnTo: '/mypage' },
  ],
  ...(['Email', 'OTP', 'BackupCode'] as const).map(
    (type): Case => [
      `second factor ${type}`,
      <MultiFactorCodeView key={type} />,
      MultiFactorCodeScreenDocument,
      { ...factor, type },
      'MultiFactorLogin',
      { ...checks, type, value: '012345' },
    ],
  ),
  [
    'sign-up',
    <SignupPinCodeView key="c" />,
    SignupPinCodeScreenDocument,
    { ...step, email: 't@example.jp' },
    'SignupPinCode',
    { pinCode: '012345', returnTo: step.returnTo },
  ],
  [
    'new address',
    <EmailPinCodeView key="d" />,
    EmailEditPinCodeScreenDocument,
    { ...mailed, email: 'old@example.jp', isEmailVerified: true },
    'ChangeEmail',
    { pinCode: '012345' },
  ],
  [
    'address',
    <EmailVerifyView key="e" />,
    EmailVerifyScreenDocument,
    { ...mailed, email: 't@example.jp', isEmailVerified: false },
    'VerifyEmail',
    { pinCode: '012345' },
  ],
  [
    'phone number',
    <SmsFactorView key="f" />,
    MultiFactorTypeScreenDocument,
    { ...setting, type: 'SMS', secret: null, phoneNumber: '09012345678' },
    'EnableMultiFactor',
    { multiFactorType: 'SMS', phoneNumber: '09012345678', pinCode: '012345' },
  ],
  [
    'authenticator app',
    <OtpFactorView key="g" />,
    MultiFactorTypeScreenDocument,
    { ...setting, type: 'OTP', secret: 'ABCD', phoneNumber: null },
    'EnableMultiFactor',
    { multiFactorType: 'OTP', secret: 'ABCD', token: '012345' },
  ],
  [
    'first password',
    <EnablePasswordView key="h" />,
    EnablePasswordScreenDocument,
    {
      ...mailed,
      email: 't@example.jp',
      identifier: 't@example.jp',
      passwordUpdatedAt: null,
      mustChange: false,
      passwordStrength: null,
      passwordMax: 30,
    },
    'EnablePassword',
    { pinCode: '012345', password, passwordConfirm: password },
  ],
  [
    'withdrawal',
    <WithdrawPinCodeView key="i" />,
    WithdrawPinCodeScreenDocument,
    mailed,
    'Withdraw',
    { pinCode: '012345' },
  ],
];

/** The field of the code: the only one that a code can be filled into. */
const field = () => {
  const fields = screen.getAllByRole('textbox');
  return fields.find((one) => one.getAttribute('autocomplete') === 'one-time-code') ?? (fields[0] as HTMLElement);
};

// B-02
describe('a code typed full-width and sent by Enter, without leaving the field', () => {
  it.each(pages)('%s: is sent as ASCII digits', async (_page, view, screenDocument, data, operation, sent) => {
    answer(operation, { result: { redirectTo: null, flowError: null, userErrors: [] } });
    renderView(view, { document: screenDocument, data: { screen: data } });
    for (const input of document.querySelectorAll('input[autocomplete=new-password]'))
      await userEvent.type(input, password);
    await userEvent.type(field(), '０１２３４５{Enter}');
    await waitFor(() => expect(asked(operation)).toEqual([sent]));
    expect(queryAlert()).toBeNull();
  });

  it.each(pages.filter(([page]) => page !== 'first password'))(
    'S-004: %s: is not sent twice',
    async (_page, view, document, data, operation) => {
      answer(operation, { result: { redirectTo: null, flowError: null, userErrors: [] } });
      renderView(view, { document, data: { screen: data } });
      await userEvent.type(field(), '０１２３４５{Enter}');
      await waitFor(() => expect(asked(operation)).toHaveLength(1));
      const [submit] = field().closest('form')?.querySelectorAll<HTMLButtonElement>('button[type=submit]') ?? [];
      await userEvent.tab(); // the field now shows what was sent
      await waitFor(() => expect(submit?.disabled).toBe(true));
    },
  );
});
