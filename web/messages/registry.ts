import accessEn from '../features/access/en.json';
import accessJa from '../features/access/ja.json';
import billingEn from '../features/billing/en.json';
import billingJa from '../features/billing/ja.json';
import boughtEn from '../features/bought/en.json';
import boughtJa from '../features/bought/ja.json';
import connectionsEn from '../features/connections/en.json';
import connectionsJa from '../features/connections/ja.json';
import consentEn from '../features/consent/en.json';
import consentJa from '../features/consent/ja.json';
import dataEn from '../features/data/en.json';
import dataJa from '../features/data/ja.json';
import deskEn from '../features/desk/en.json';
import deskJa from '../features/desk/ja.json';
import emailEn from '../features/email/en.json';
import emailJa from '../features/email/ja.json';
import errorsEn from '../features/errors/en.json';
import errorsJa from '../features/errors/ja.json';
import evidenceEn from '../features/evidence/en.json';
import evidenceJa from '../features/evidence/ja.json';
import homeEn from '../features/home/en.json';
import homeJa from '../features/home/ja.json';
import legalEn from '../features/legal/en.json';
import legalJa from '../features/legal/ja.json';
import loginEn from '../features/login/en.json';
import loginJa from '../features/login/ja.json';
import mfaEn from '../features/mfa/en.json';
import mfaJa from '../features/mfa/ja.json';
import mypageEn from '../features/mypage/en.json';
import mypageJa from '../features/mypage/ja.json';
import oidcEn from '../features/oidc/en.json';
import oidcJa from '../features/oidc/ja.json';
import passkeyEn from '../features/passkey/en.json';
import passkeyJa from '../features/passkey/ja.json';
import passwordEn from '../features/password/en.json';
import passwordJa from '../features/password/ja.json';
import paymentEn from '../features/payment/en.json';
import paymentJa from '../features/payment/ja.json';
import pictureEn from '../features/picture/en.json';
import pictureJa from '../features/picture/ja.json';
import pinEn from '../features/pin/en.json';
import pinJa from '../features/pin/ja.json';
import plansEn from '../features/plans/en.json';
import plansJa from '../features/plans/ja.json';
import playerEn from '../features/player/en.json';
import playerJa from '../features/player/ja.json';
import purchaseEn from '../features/purchase/en.json';
import purchaseJa from '../features/purchase/ja.json';
import reConsentEn from '../features/reConsent/en.json';
import reConsentJa from '../features/reConsent/ja.json';
import registrationEn from '../features/registration/en.json';
import registrationJa from '../features/registration/ja.json';
import securityEn from '../features/security/en.json';
import securityJa from '../features/security/ja.json';
import signupEn from '../features/signup/en.json';
import signupJa from '../features/signup/ja.json';
import socialEn from '../features/social/en.json';
import socialJa from '../features/social/ja.json';
import staffEn from '../features/staff/en.json';
import staffJa from '../features/staff/ja.json';
import subscriptionEn from '../features/subscription/en.json';
import subscriptionJa from '../features/subscription/ja.json';
import userIdEn from '../features/userId/en.json';
import userIdJa from '../features/userId/ja.json';
import withdrawEn from '../features/withdraw/en.json';
import withdrawJa from '../features/withdraw/ja.json';
import commonEn from './common.en.json';
import commonJa from './common.ja.json';
import validationEn from './validation.en.json';
import validationJa from './validation.ja.json';

/**
 * Every namespace in both languages. Only the server imports this; a page embeds the namespaces it
 * names, in its own language. The Japanese side is the type of the keys.
 */
export const ja = {
  common: commonJa,
  validation: validationJa,
  errors: errorsJa,
  access: accessJa,
  evidence: evidenceJa,
  bought: boughtJa,
  home: homeJa,
  legal: legalJa,
  login: loginJa,
  mypage: mypageJa,
  oidc: oidcJa,
  billing: billingJa,
  payment: paymentJa,
  picture: pictureJa,
  pin: pinJa,
  plans: plansJa,
  player: playerJa,
  purchase: purchaseJa,
  reConsent: reConsentJa,
  signup: signupJa,
  subscription: subscriptionJa,
  mfa: mfaJa,
  passkey: passkeyJa,
  password: passwordJa,
  connections: connectionsJa,
  consent: consentJa,
  data: dataJa,
  desk: deskJa,
  email: emailJa,
  userId: userIdJa,
  registration: registrationJa,
  security: securityJa,
  social: socialJa,
  staff: staffJa,
  withdraw: withdrawJa,
};

export type Messages = typeof ja;
export type Namespace = keyof Messages;

export const en: Record<Namespace, object> = {
  common: commonEn,
  validation: validationEn,
  errors: errorsEn,
  access: accessEn,
  evidence: evidenceEn,
  bought: boughtEn,
  home: homeEn,
  legal: legalEn,
  login: loginEn,
  mypage: mypageEn,
  oidc: oidcEn,
  billing: billingEn,
  payment: paymentEn,
  picture: pictureEn,
  pin: pinEn,
  plans: plansEn,
  player: playerEn,
  purchase: purchaseEn,
  reConsent: reConsentEn,
  signup: signupEn,
  subscription: subscriptionEn,
  mfa: mfaEn,
  passkey: passkeyEn,
  password: passwordEn,
  connections: connectionsEn,
  consent: consentEn,
  data: dataEn,
  desk: deskEn,
  email: emailEn,
  userId: userIdEn,
  registration: registrationEn,
  security: securityEn,
  social: socialEn,
  staff: staffEn,
  withdraw: withdrawEn,
};
