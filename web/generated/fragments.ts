// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.

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

export type SubscriptionStatusGroup =
  | 'CONTRACT'
  | 'TRIAL'
  | 'CANCEL_REQUESTED'
  | 'HOLD';

export type FlowErrorFragment = { redirectTo: string, message: string };

export type HeaderFragment = { authId: string | null, displayName: string | null, profileImageUrl: string | null };

export type OrderVerificationFragment = { billingAmount: number, renewalAmount: number | null, firstPaymentDay: string, isReContract: boolean, freeTrialDays: number, campaignId: string | null, campaignType: string | null, freeDays: number | null, discountContinuationCount: number | null, subscriptionExpiration: string | null, entitlementExpiration: string | null, campaignEndDate: string | null, campaignDescription: string | null, campaignName: string | null, yearlyAmount: number | null, schedule: Array<{ day: string, amount: number, taxAmount: number, termStart: string, termEnd: string }> };

export type PaymentMethodFragment = { accountPaymentMethodId: string | null, paymentMethodType: string, isContractUsed: boolean, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string, expireDate: string, isExpired: boolean } | null };

export type PlanFragment = { planId: string, planType: string, planName: string, planDescription: string, planDescriptionText: string, service: string, image: string | null, price: number, taxRate: number, renewSpan: number, renewSpanUnit: string, freeTrialDays: number, viewingDays: number, salesStartDate: string | null, salesEndDate: string | null, salesCount: number, salesLimit: number | null, forceStopRenewDate: string | null, hasAvailableCampaign: boolean, isSubscriptionContractLimited: boolean, availability: PlanAvailability, salesIndicator: SalesIndicator | null };

export type PolicyFragment = { policyId: string, revision: number, key: string, title: string, renderData: string | null, isExternal: boolean, usesExternalPolicy: boolean, dataSource: string };

export type RegistrationSettingFragment = { userId: string, password: string, name: string, nameKana: string, familyName: string, givenName: string, familyNameKana: string, givenNameKana: string, nickname: string, sex: string, birthday: string, postalCode: string, prefecture: string, address: string, address2: string, phoneNumber: string, country: string, disallowUnknownGender: boolean, genderInputType: string, passwordStrength: string | null, passwordMax: number, customAssociatedInfo: Array<{ id: string, title: string, type: string, rule: string, selectOptions: Array<{ id: string, label: string }> }> };

export type RootFragment = { authId: string | null, locale: string, isApp: boolean, isAndroid: boolean, isMobile: boolean, storeSettingData: { serviceName: string, serviceDescription: string, theme: string, gtmId: string | null, enablePoweredByPvs: boolean, smtpDomain: string | null, env: string, isNewsletterEnabled: boolean, isPrivacyEnabled: boolean, isPinCodeEnabled: boolean, isOidcEnabled: boolean, isEnabledUserId: boolean, isEnabledPassword: boolean, isEnabledMultiFactor: boolean, isEnabledAuthCode: boolean, isEnabledEmail: boolean, isRecaptchaEnabled: boolean, reCaptchaKey: string | null, emailEditUrl: string | null, defaultLoginType: string, isAmaltheaLogin: boolean, hasSubscriptionPlan: boolean, isStorePaymentAvailable: boolean, images: { logoPc: string | null, logoSp: string | null, favicon: string | null, appleTouchIcon: string | null }, colors: { accent: string, secondaryAccent: string, player: string, onAccent: string, accentText: string, accentTextDark: string, accentSubtle: string, onSecondaryAccent: string }, footers: { copyright: string | null, footerLinks: Array<{ name: string, value: string, type: string, enable: boolean, external_link: boolean, display_type: string }>, socialMediaLinks: { twitterUrl: string | null, facebookUrl: string | null, instagramUrl: string | null, lineUrl: string | null }, trademarks: Array<{ type: string, name: string, value: Array<string> }> }, authCodeSetting: { login: { displayName: string }, signUp: { displayName: string }, withdraw: { displayName: string }, multiFactorEmail: { displayName: string } }, player: { playbackRates: Array<number>, testVideoMediaRefId: string | null } } };

export type SignupFormDataFragment = { email: string | null, socialEmail: string | null, userId: string | null, name: string | null, nameKana: string | null, familyName: string | null, givenName: string | null, familyNameKana: string | null, givenNameKana: string | null, nickname: string | null, sex: number | null, birthday: string | null, postalCode: string | null, prefecture: number | null, address: string | null, address2: string | null, phoneNumber: string | null };

export type SignupStepFragment = { redirectTo: string | null, step: number | null, totalSteps: number | null, email: string | null, pinCodeMinutes: number, resendAt: string | null, flowError: { redirectTo: string, message: string } | null, policies: Array<{ policyId: string, revision: number, key: string, title: string, renderData: string | null, isExternal: boolean, usesExternalPolicy: boolean, dataSource: string }>, externalAccounts: Array<{ userIdentifierName: string, userIdentifierType: string, userIdentifierMethod: string }>, linking: { userIdentifierName: string, userIdentifierType: string, userIdentifierMethod: string } | null };

export type SubscriptionFragment = { subscriptionId: string, subscriptionStatus: string, statusGroup: SubscriptionStatusGroup, planId: string, planName: string, planDescription: string, planDescriptionText: string, image: string | null, renewSpan: number, renewSpanUnit: string, originalPrice: number, billingAmount: number, firstPaymentDay: string, nextSettlementDay: string, endDay: string | null, trialEndDay: string | null, forceStopRenewDate: string | null, isRenewalInProgress: boolean, isRenewing: boolean, campaign: { campaignName: string } | null, campaignApplicablePeriod: { startDate: string, endDate: string | null } | null, accountPaymentMethod: { accountPaymentMethodId: string | null, paymentMethodType: string, isContractUsed: boolean, sbpsCreditInfo: { cardbrandCode: string, cardNumberSuffix: string, expireDate: string, isExpired: boolean } | null } | null };

export type SurveyFragment = { surveyName: string, surveyDescription: string | null, questions: Array<{ questionId: string, questionType: string, questionTitle: string, questionDescription: string | null, required: boolean, validation: string | null, minCount: number | null, maxCount: number | null, answerOptions: Array<{ optionId: string, optionTitle: string }> }> };

export type UserErrorFragment = { code: string, field: string | null, message: string };
