import errorsEn from '../features/errors/en.json';
import errorsJa from '../features/errors/ja.json';
import homeEn from '../features/home/en.json';
import homeJa from '../features/home/ja.json';
import loginEn from '../features/login/en.json';
import loginJa from '../features/login/ja.json';
import mypageEn from '../features/mypage/en.json';
import mypageJa from '../features/mypage/ja.json';
import paymentEn from '../features/payment/en.json';
import paymentJa from '../features/payment/ja.json';
import plansEn from '../features/plans/en.json';
import plansJa from '../features/plans/ja.json';
import purchaseEn from '../features/purchase/en.json';
import purchaseJa from '../features/purchase/ja.json';
import signupEn from '../features/signup/en.json';
import signupJa from '../features/signup/ja.json';
import subscriptionEn from '../features/subscription/en.json';
import subscriptionJa from '../features/subscription/ja.json';
import commonEn from './common.en.json';
import commonJa from './common.ja.json';
import validationEn from './validation.en.json';
import validationJa from './validation.ja.json';

/**
 * Every namespace in both languages. Only the server imports this; a page embeds the namespaces it names, in its own language.
 * The Japanese side is the type of the keys.
 */
export const ja = {
  common: commonJa,
  validation: validationJa,
  errors: errorsJa,
  home: homeJa,
  login: loginJa,
  mypage: mypageJa,
  payment: paymentJa,
  plans: plansJa,
  purchase: purchaseJa,
  signup: signupJa,
  subscription: subscriptionJa,
};

export type Messages = typeof ja;
export type Namespace = keyof Messages;

export const en: Record<Namespace, object> = {
  common: commonEn,
  validation: validationEn,
  errors: errorsEn,
  home: homeEn,
  login: loginEn,
  mypage: mypageEn,
  payment: paymentEn,
  plans: plansEn,
  purchase: purchaseEn,
  signup: signupEn,
  subscription: subscriptionEn,
};
