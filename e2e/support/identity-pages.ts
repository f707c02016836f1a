import { fresh as minutes, newcomer, shared } from './household.ts';
import { resetLink } from './identity.ts';
import { freshEmail, freshPhone, guarded, Member, password, person, saveBackupCodes } from './member.ts';
import type { SitePage } from './pages.ts';
import { mailedCode } from './sandbox.ts';
import { Visitor } from './visitor.ts';
import type { Locale } from './words.ts';

// Pages of logging in and of an account's security. Each is opened as the member who has come that
// far would see it.

const guest = (path: string) => async (locale: Locale) => ({ visitor: new Visitor(locale), path });

/** A member who has just logged in: what needs a fresh proof opens at once. */
const fresh = (path: string) => async (locale: Locale) => ({ visitor: (await newcomer(locale)).visitor, path });

const guard = shared(minutes, guarded);

/** A member with a second factor, who has just turned it on. */
const guardedAt = (path: string) => async (locale: Locale) => ({ visitor: (await guard(locale)).visitor, path });

/** A visitor who has asked for a login code. */
const asked = (path: string) => async (locale: Locale) => {
  const [member, visitor] = [await Member.create({ locale }), new Visitor(locale)];
  await visitor.must('POST', '/login/code', { emailUserId: member.email, isAmaltheaLogin: path.startsWith('/oidc') });
  return { visitor, path };
};

/** A browser whose password was right, and whose second factor is waited for. */
const halfway = (path: string) => async (locale: Locale) => {
  const [member, visitor] = [await guarded(locale), new Visitor(locale)];
  await visitor.must('POST', '/login', { emailUserId: member.email, password, loginMethod: 'Password' });
  return { visitor, path };
};

/** The same with a code that goes to a phone. */
const halfwayByPhone = (path: string) => async (locale: Locale) => {
  const [member, visitor] = [await Member.create({ locale }), new Visitor(locale)];
  const phoneNumber = freshPhone();
  const sms = { multiFactorType: 'SMS', phoneNumber };
  await member.visitor.must('POST', '/zapi/account/enable-multi-factor', sms);
  await member.visitor.must('POST', '/zapi/account/enable-multi-factor', {
    ...sms,
    pinCode: await mailedCode(phoneNumber),
  });
  await saveBackupCodes(member.visitor);
  await visitor.must('POST', '/login', { emailUserId: member.email, password, loginMethod: 'Password' });
  return { visitor, path };
};

const page = (
  name: string,
  rows: string,
  title: string,
  open: SitePage['open'],
  words?: SitePage['words'],
): SitePage => ({
  name,
  rows,
  status: 200,
  title,
  open,
  ...(words && { words }),
});

const loginCode = (locale: Locale) => ({ code: { ja: 'ログインコード', en: 'login code' }[locale] });
const proofCode = (locale: Locale) => ({ code: { ja: '認証コード', en: 'verification code' }[locale] });
const leaveCode = (locale: Locale) => ({ code: { ja: '退会確認コード', en: 'account closing code' }[locale] });

/** Where each second factor is asked for, in the site and in the identity provider. */
const factorPages = [
  { kind: 'Email', name: 'second factor by mail', open: halfway, rows: ['R-010 L-010 L-011 L-012', 'R-014'] },
  { kind: 'SMS', name: 'second factor by phone', open: halfwayByPhone, rows: ['R-011', 'R-015'] },
  { kind: 'OTP', name: 'second factor by app', open: halfway, rows: ['R-012', 'R-016'] },
  { kind: 'BackupCode', name: 'backup code', open: halfway, rows: ['R-013', 'R-017'] },
].flatMap(({ kind, name, open, rows: [site = '', provider = ''] }) => {
  const [title, path] = [`login:factor.enter.${kind}`, `/login/multi-factor/${kind}`];
  return [
    page(`login, ${name}`, site, title, open(path)),
    page(`identity provider, ${name}`, provider, title, open(`/oidc${path}`)),
  ];
});

export const identityPages: SitePage[] = [
  page('login, by code', 'L-005 S-005', 'login:title', guest('/login?loginType=authCode')),
  page('login, code', 'R-005', 'login:code.title', asked('/login/code'), loginCode),
  page('login, second factor', 'R-008', 'login:factor.title', halfway('/login/multi-factor')),
  page('identity provider, login', 'R-004', 'login:title', guest('/oidc/login')),
  page('identity provider, login code', 'R-006', 'login:code.title', asked('/oidc/login/code'), loginCode),
  page('identity provider, second factor', 'R-009', 'login:factor.title', halfway('/oidc/login/multi-factor')),
  ...factorPages,
  page('password, forgotten', 'R-039', 'password:forgot.title', guest('/password/forgot')),
  page('password, link sent', 'R-040 K-009', 'password:sent.title', guest('/password/forgot/complete')),
  page('password, set anew', 'R-042', 'password:reset.title', async (locale) => {
    const [member, visitor] = [await Member.create({ locale }), new Visitor(locale)];
    await visitor.must('POST', '/zapi/auth/password/forgot', { email: member.email });
    return { visitor, path: await resetLink(member.email, locale) };
  }),
  page('password, set anew, complete', 'R-043', 'password:resetDone.title', guest('/password/reset/complete')),
  page(
    'external account, error',
    'R-048 E-030',
    'social:error.title',
    guest('/social/relate/error?code=ACCOUNT_ALREADY_EXISTS'),
  ),
  page('password, change', 'R-092', 'password:edit.title', fresh('/mypage/password/edit')),
  page('password, changed', 'R-093', 'password:edited.title', fresh('/mypage/password/edit/complete')),
  page('password, first one set', 'R-091', 'password:enabled.title', fresh('/mypage/enable-password/complete')),
  page('email, change', 'R-084', 'email:edit.title', fresh('/mypage/email/edit')),
  page(
    'email, change, code',
    'R-085',
    'email:pinCode.title',
    async (locale) => {
      const { visitor } = await Member.create({ locale });
      const email = freshEmail('moving');
      await visitor.must('POST', '/zapi/account/email/edit/send-pin-code', { email, type: 'mailEdit' });
      return { visitor, path: '/mypage/email/edit/pin-code' };
    },
    proofCode,
  ),
  page('email, changed', 'R-086', 'email:edited.title', fresh('/mypage/email/edit/complete')),
  page('email, verified', 'R-089', 'email:verified.title', fresh('/mypage/email/verify/complete')),
  page('registration info', 'R-079 L-079', 'registration:edit.title', fresh('/mypage/edit')),
  page('registration info, confirm', 'R-080 L-080 L-081', 'registration:review.title', async (locale) => {
    const { visitor } = await Member.create({ locale });
    await visitor.must('POST', '/zapi/account/edit/confirm', {
      inputtedData: { formData: { ...person, nickname: 'タロ' } },
    });
    return { visitor, path: '/mypage/edit/confirm' };
  }),
  page('registration info, changed', 'R-081 L-082', 'registration:edited.title', fresh('/mypage/edit/complete')),
  page('user ID, change', 'R-094', 'userId:set.title', fresh('/mypage/user-id/edit')),
  page('user ID, changed', 'R-095', 'userId:edited.title', fresh('/mypage/user-id/edit/complete')),
  page('newsletters', 'R-097 L-103', 'consent:newsletter.title', fresh('/mypage/consent?type=newsletter')),
  {
    ...page('newsletter, broken link', '', 'consent:stop.broken.title', guest('/newsletter/stop?token=none')),
    status: 404,
  },
  page('uses of data', 'R-098 L-102 L-109', 'consent:privacy.title', fresh('/mypage/consent?type=privacy')),
  page('own data', '', 'data:title', fresh('/mypage/data')),
  page('profile picture', 'R-082', 'picture:title', fresh('/mypage/profile/edit')),
  page('profile picture, changed', 'R-083', 'picture:changed.title', fresh('/mypage/profile/edit/complete')),
  page('PIN', 'R-099 L-113 L-114 L-117', 'pin:form.title', fresh('/mypage/pin-code')),
  page('PIN, set', 'R-100 L-112', 'pin:set.title', fresh('/mypage/pin-code/complete')),
  page('second factors', 'R-018 L-013 L-014 L-015', 'mfa:title', fresh('/mypage/multi-factor')),
  page('second factors, one on', 'L-016 L-017 L-018', 'mfa:title', guardedAt('/mypage/multi-factor')),
  page('second factors, mail', 'R-019', 'mfa:email.title', fresh('/mypage/multi-factor/email')),
  page('second factors, SMS', 'R-020', 'mfa:sms.title', fresh('/mypage/multi-factor/sms')),
  page('second factors, app', 'R-021', 'mfa:otp.title', fresh('/mypage/multi-factor/otp')),
  page('second factors, backup codes', 'R-022', 'mfa:backupCode.title', guardedAt('/mypage/multi-factor/backup-code')),
  page(
    'second factors, new backup codes',
    'R-023',
    'mfa:generate.title',
    guardedAt('/mypage/multi-factor/backup-code/generate'),
  ),
  page(
    'second factors, trusted devices',
    'R-024',
    'mfa:devices.title',
    guardedAt('/mypage/multi-factor/trusted-device'),
  ),
  page(
    'second factors, turned on',
    'R-025',
    'mfa:complete.enabled',
    fresh('/mypage/multi-factor/complete?type=enable&factor=SMS'),
    () => ({ type: 'SMS' }),
  ),
  page(
    'second factors, turned off',
    'R-026',
    'mfa:complete.disabled',
    fresh('/mypage/multi-factor/complete?type=disable&factor=SMS'),
    () => ({ type: 'SMS' }),
  ),
  page('passkeys', '', 'passkey:title', fresh('/mypage/passkeys')),
  page('login history', 'R-096', 'security:history.title', fresh('/mypage/login-history')),
  page('access by the staff', '', 'access:title', fresh('/mypage/access')),
  page('sessions', '', 'security:sessions.title', fresh('/mypage/sessions')),
  page('external account, linked', 'R-049', 'social:enabled.title', fresh('/mypage/social/enable/complete')),
  page('external account, unlinked', 'R-050', 'social:disabled.title', fresh('/mypage/social/disable/complete')),
  page('withdrawal', 'R-104', 'withdraw:title', fresh('/withdraw')),
  page(
    'withdrawal, code',
    'R-105',
    'withdraw:pinCode.title',
    async (locale) => {
      const { visitor } = await Member.create({ locale });
      await visitor.must('POST', '/zapi/account/withdraw/confirm', { consent: true, answers: await required(visitor) });
      return { visitor, path: '/withdraw/pin-code' };
    },
    leaveCode,
  ),
  page('withdrawal, complete', 'R-106', 'withdraw:complete.title', guest('/withdraw/complete')),
];

type Question = { questionId: string; required: boolean; answerOptions: { optionId: string }[] };

/** An answer to every question of the withdrawal that wants one. */
export async function required(visitor: Visitor) {
  const { survey } = (await visitor.must('GET', '/withdraw/screen-data')) as {
    survey: { questions: Question[] } | null;
  };
  return (survey?.questions ?? [])
    .filter((question) => question.required)
    .map(({ questionId, answerOptions }) => ({ questionId, values: [answerOptions[0]?.optionId ?? 'x'] }));
}
