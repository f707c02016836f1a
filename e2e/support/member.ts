import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cardToken, holderToken, inbox, mailedCode, mailedCodes, now, settled } from './sandbox.ts';
import { totp } from './totp.ts';
import { Visitor } from './visitor.ts';
import type { Locale } from './words.ts';

/** Cards of the sandbox and what they do. */
export const cards = {
  good: '4111111111111111',
  declined: '4000000000000002',
  challenged: '4000000000003220',
  refused: '4000000000003063',
  failsAtRenewal: '4000000000000341',
};

export const password = 'journey9sesame';

export const freshEmail = (name = 'visitor') => `${name}.${randomBytes(5).toString('hex')}@example.jp`;

/** A number of a mobile phone that no other member of this run has. */
export const freshPhone = () => `090${String(randomInt(1e8)).padStart(8, '0')}`;

export type SurveyAnswer = { questionId: string; values: string[] };

/**
 * What an order says beside its plan: whether it belongs to a sign-up, the answers to the plan's
 * questions, a campaign's code.
 */
export type OrderOptions = { signup?: boolean; answers?: SurveyAnswer[]; campaignCode?: string };

type Policy = { policyId: string; revision: number; key: string };

/** The steps of the sign-up, in order; a visitor at one of them has done all before it. */
export const steps = ['policy', 'email', 'pin-code', 'form', 'confirm', 'complete'] as const;
export type Step = (typeof steps)[number];

export const person = { familyName: '会員', givenName: '太郎', birthday: '19900102' };

/** Somebody in the middle of the sign-up, by the calls the pages make. */
export async function visitorAt(step: Step, locale: Locale = 'ja', nickname = '', email = freshEmail()) {
  const visitor = new Visitor(locale);
  await signUpTo(step, visitor, { nickname, email });
  return { visitor, email };
}

/**
 * Leads a visitor to the step of the sign-up by the calls the pages make; `returnTo` is where they
 * want to go in the end.
 */
export async function signUpTo(
  step: Step,
  visitor: Visitor,
  { nickname = '', email = freshEmail(), returnTo = null as string | null } = {},
): Promise<void> {
  const reached = steps.indexOf(step);
  const { policies } = (await visitor.must('GET', '/signup/policy/screen-data')) as { policies: Policy[] };
  const policyConsentData = policies.map(({ policyId, revision, key }) => ({ policyId, revision, key }));
  if (reached < 1) return;
  await visitor.must('POST', '/zapi/signup/policy', { policyConsentData, ...(returnTo && { returnTo }) });
  if (reached < 2) return;
  const before = (await mailedCodes(email)).length;
  await visitor.must('POST', '/zapi/signup/email', { type: 'signUp', email });
  if (reached < 3) return;
  await visitor.must('POST', '/zapi/signup/pin-code', { pinCode: await mailedCode(email, before) });
  if (reached < 4) return;
  const formData = { ...person, email, password, passwordConfirm: password, ...(nickname && { nickname }) };
  const screen = await visitor.must('GET', '/signup/form/screen-data');
  await visitor.must('POST', '/zapi/signup/confirm', {
    inputtedData: {
      formData,
      customAssociatedInfoData: [],
      policyConsentData,
      policies: [],
      accountRegistrationSetting: screen.setting,
    },
  });
  if (reached < 5) return;
  const { password: _, passwordConfirm: __, ...shown } = formData;
  await visitor.must('POST', '/zapi/signup', { ...shown, customAssociatedInfo: [] });
}

/** A member with a session, able to register cards and buy without a window. */
export class Member {
  private constructor(
    readonly visitor: Visitor,
    readonly email: string,
    readonly nickname: string,
  ) {}

  static async create({ locale = 'ja' as Locale, nickname = `会員${randomBytes(3).toString('hex')}` } = {}) {
    const { visitor, email } = await visitorAt('complete', locale, nickname);
    return new Member(visitor, email, nickname);
  }

  get accountId(): string {
    return this.visitor.cookie('auid') ?? '';
  }

  cookies() {
    return this.visitor.cookies();
  }

  /** Another browser of the same member. */
  async elsewhere(locale: Locale = this.visitor.locale): Promise<Visitor> {
    const visitor = new Visitor(locale);
    await visitor.must('POST', '/login', { emailUserId: this.email, password, loginMethod: 'Password' });
    return visitor;
  }

  /** Registers a card by way of 3-D Secure and answers its id. */
  async registerCard(number = cards.good): Promise<string> {
    const { token, tokenKey } = await cardToken(number);
    const { tds2infoToken, tds2infoTokenKey } = await holderToken();
    const { redirectTo } = await this.visitor.must('POST', '/zapi/account/payment-method/credit', {
      token,
      tokenKey,
      tds2infoToken,
      tds2infoTokenKey,
    });
    await this.visitor.follow(String(redirectTo));
    const newest = (await this.paymentMethods()).at(0);
    if (!newest) throw new Error('The card was not registered.');
    return newest;
  }

  /** The ids of the registered payment methods, newest first. */
  async paymentMethods(): Promise<string[]> {
    return methodsIn(await this.visitor.must('GET', '/plans/standard/screen-data'));
  }

  /** What the member's cards were really charged, oldest first. */
  async charged(): Promise<number[]> {
    return settled(await this.paymentMethods());
  }

  /** Fills in a plan's form, so that its confirm page can be opened; answers the order's token. */
  async order(
    planId: string,
    paymentMethodId: string,
    { signup = false, answers = [], campaignCode }: OrderOptions = {},
  ): Promise<string> {
    const { purchaseToken } = await this.visitor.must('POST', `/zapi/purchase/form/${planId}`, {
      planId,
      paymentMethodId,
      campaignCode: campaignCode ?? null,
      answers,
      signup,
    });
    return String(purchaseToken);
  }

  /**
   * Buys a plan with a registered card, by way of 3-D Secure, and answers what the button answers
   * from then on.
   */
  async buy(planId: string, paymentMethodId: string, options: OrderOptions = {}) {
    const purchaseToken = await this.order(planId, paymentMethodId, options);
    const press = (holder: object) =>
      this.visitor.must('POST', `/zapi/purchase/${planId}`, { purchaseToken, ...holder });
    const { redirectTo } = await press(await holderToken());
    await this.visitor.follow(String(redirectTo));
    return press({});
  }

  /** Cancels a contract. */
  async cancel(subscriptionId: string): Promise<void> {
    await this.visitor.must('GET', `/mypage/subscription/${subscriptionId}/withdraw/screen-data`);
    await this.visitor.must('POST', `/zapi/subscription/${subscriptionId}/withdraw`, { answers: [] });
  }

  mails() {
    return inbox(this.email);
  }
}

type WithMethods = { paymentMethods?: { accountPaymentMethodId: string }[] };

const methodsIn = (screen: WithMethods) =>
  (screen.paymentMethods ?? []).map(({ accountPaymentMethodId }) => accountPaymentMethodId);

/** The ids of the payment methods of the member who is logged in to a browser. */
export async function paymentMethodsIn(page: Page): Promise<string[]> {
  const answer = await page.request.get('/plans/standard/screen-data');
  return methodsIn((await answer.json()) as WithMethods);
}

/** Makes backup codes and says that they are saved, which ends the turning on of a first factor. */
export async function saveBackupCodes(visitor: Visitor): Promise<string[]> {
  const made = await visitor.must('GET', '/mypage/multi-factor/backup-code/generate/screen-data');
  const { backupCodeList } = made as { backupCodeList: string[] };
  await visitor.must('POST', '/zapi/account/enable-multi-factor/with-backup-code', { backupCodeList });
  return backupCodeList;
}

/**
 * Turns an authenticator app on with the password of the step before the present one, so that the
 * present one, which is good once as well, still logs in. Answers the app's secret.
 */
async function enableApp(visitor: Visitor): Promise<string> {
  const { secret } = (await visitor.must('GET', '/mypage/multi-factor/otp/screen-data')) as { secret: string };
  const enable = async () => {
    const token = totp(secret, new Date((await now()).getTime() - 30_000));
    return visitor.post('/zapi/account/enable-multi-factor', { multiFactorType: 'OTP', secret, token });
  };
  let answer = await enable();
  if (answer.status !== 200) answer = await enable(); // the step ended in between, and a new one has just begun
  if (answer.status !== 200) throw new Error(`The authenticator app was not turned on: ${answer.text}`);
  return secret;
}

/**
 * A member who has turned on codes by mail and an authenticator app as second factors, and saved
 * backup codes.
 */
export async function guarded(locale: Locale = 'ja') {
  const member = await Member.create({ locale });
  const { visitor } = member;
  await visitor.must('POST', '/zapi/account/enable-multi-factor', { multiFactorType: 'Email' });
  const backupCodes = await saveBackupCodes(visitor);
  return Object.assign(member, { backupCodes, secret: await enableApp(visitor) });
}
