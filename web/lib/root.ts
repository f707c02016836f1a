import type { RootFragment } from '@/generated/fragments';
import type { Locale } from './locale';

/** The root data of a page. */
export type Root = RootFragment;
export type StoreSettings = Root['storeSettingData'];

/** What a page wears when the store cannot be asked: no name, no logo, no menu, our own colours. */
export function neutralRoot(locale: Locale): Root {
  return { authId: null, locale, isApp: false, isAndroid: false, isMobile: false, storeSettingData: neutralStore };
}

const purpose = { displayName: '' };

const neutralStore: StoreSettings = {
  serviceName: '',
  serviceDescription: '',
  theme: 'light',
  gtmId: null,
  images: { logoPc: null, logoSp: null, logoDark: null, favicon: null, appleTouchIcon: null, ogImage: null },
  colors: {
    accent: '',
    secondaryAccent: '',
    player: '',
    onAccent: '',
    accentText: '',
    accentTextDark: '',
    accentSubtle: '',
    onSecondaryAccent: '',
  },
  footers: {
    footerLinks: [],
    socialMediaLinks: { twitterUrl: null, facebookUrl: null, instagramUrl: null, lineUrl: null },
    trademarks: [],
    copyright: null,
  },
  enablePoweredByPvs: false,
  smtpDomain: null,
  authCodeSetting: { login: purpose, signUp: purpose, withdraw: purpose, multiFactorEmail: purpose },
  player: { playbackRates: [], testVideoMediaRefId: null },
  env: 'production',
  isNewsletterEnabled: false,
  isPrivacyEnabled: false,
  isPinCodeEnabled: false,
  isOidcEnabled: false,
  isEnabledUserId: false,
  isEnabledPassword: false,
  isEnabledMultiFactor: false,
  isEnabledAuthCode: false,
  isEnabledEmail: false,
  isRecaptchaEnabled: false,
  reCaptchaKey: null,
  emailEditUrl: null,
  defaultLoginType: 'password',
  signupStyle: 'scroll',
  isAmaltheaLogin: false,
  hasSubscriptionPlan: false,
  isStorePaymentAvailable: false,
};
