// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

export type PlanAvailability =
  | 'CONTRACT_LIMITED'
  | 'AFTER_SALE'
  | 'BEFORE_SALE'
  | 'SOLD_OUT'
  | 'FREE_TRIAL'
  | 'AVAILABLE';

export type SalesIndicator =
  | 'SOLD_OUT'
  | 'FEW_LEFT'
  | 'ENOUGH';

export type HomeScreenQueryVariables = {
  root?: boolean | null | undefined;
};

export type HomeScreenQuery = { root?: { authId: string | null, locale: string, isApp: boolean, isAndroid: boolean, isMobile: boolean, storeSettingData: { serviceName: string, serviceDescription: string, theme: string, gtmId: string | null, enablePoweredByPvs: boolean, smtpDomain: string | null, env: string, isNewsletterEnabled: boolean, isPrivacyEnabled: boolean, isPinCodeEnabled: boolean, isOidcEnabled: boolean, isEnabledUserId: boolean, isEnabledPassword: boolean, isEnabledMultiFactor: boolean, isEnabledAuthCode: boolean, isEnabledEmail: boolean, isRecaptchaEnabled: boolean, reCaptchaKey: string | null, emailEditUrl: string | null, defaultLoginType: string, isAmaltheaLogin: boolean, hasSubscriptionPlan: boolean, isStorePaymentAvailable: boolean, images: { logoPc: string | null, logoSp: string | null, favicon: string | null, appleTouchIcon: string | null }, colors: { accent: string, secondaryAccent: string, player: string, onAccent: string, accentText: string, accentTextDark: string, accentSubtle: string, onSecondaryAccent: string }, footers: { copyright: string | null, footerLinks: Array<{ name: string, value: string, type: string, enable: boolean, external_link: boolean, display_type: string }>, socialMediaLinks: { twitterUrl: string | null, facebookUrl: string | null, instagramUrl: string | null, lineUrl: string | null }, trademarks: Array<{ type: string, name: string, value: Array<string> }> }, authCodeSetting: { login: { displayName: string }, signUp: { displayName: string }, withdraw: { displayName: string }, multiFactorEmail: { displayName: string } }, player: { playbackRates: Array<number>, testVideoMediaRefId: string | null } } } | null, header?: { authId: string | null, displayName: string | null, profileImageUrl: string | null } | null, screen: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, plans: Array<{ planId: string, planType: string, planName: string, planDescription: string, planDescriptionText: string, service: string, image: string | null, price: number, taxRate: number, renewSpan: number, renewSpanUnit: string, freeTrialDays: number, viewingDays: number, salesStartDate: string | null, salesEndDate: string | null, salesCount: number, salesLimit: number | null, forceStopRenewDate: string | null, hasAvailableCampaign: boolean, isSubscriptionContractLimited: boolean, availability: PlanAvailability, salesIndicator: SalesIndicator | null }> } | null };

export const HomeScreenDocument = typed<HomeScreenQuery, HomeScreenQueryVariables>(
  'b661f2c1f5daa51adbaed1aa606c55d25fa79914ae5e8e65f92b4ac5ab3d0c62',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HomeScreen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"screen"},"name":{"kind":"Name","value":"homeScreen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"plans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"planId"}},{"kind":"Field","name":{"kind":"Name","value":"planType"}},{"kind":"Field","name":{"kind":"Name","value":"planName"}},{"kind":"Field","name":{"kind":"Name","value":"planDescription"}},{"kind":"Field","name":{"kind":"Name","value":"planDescriptionText"}},{"kind":"Field","name":{"kind":"Name","value":"service"}},{"kind":"Field","name":{"kind":"Name","value":"image"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"taxRate"}},{"kind":"Field","name":{"kind":"Name","value":"renewSpan"}},{"kind":"Field","name":{"kind":"Name","value":"renewSpanUnit"}},{"kind":"Field","name":{"kind":"Name","value":"freeTrialDays"}},{"kind":"Field","name":{"kind":"Name","value":"viewingDays"}},{"kind":"Field","name":{"kind":"Name","value":"salesStartDate"}},{"kind":"Field","name":{"kind":"Name","value":"salesEndDate"}},{"kind":"Field","name":{"kind":"Name","value":"salesCount"}},{"kind":"Field","name":{"kind":"Name","value":"salesLimit"}},{"kind":"Field","name":{"kind":"Name","value":"forceStopRenewDate"}},{"kind":"Field","name":{"kind":"Name","value":"hasAvailableCampaign"}},{"kind":"Field","name":{"kind":"Name","value":"isSubscriptionContractLimited"}},{"kind":"Field","name":{"kind":"Name","value":"availability"}},{"kind":"Field","name":{"kind":"Name","value":"salesIndicator"}}]}}]}}]}}]},
);
