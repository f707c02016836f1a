/**
 * Every address the pages link to. An address is a function or a constant here and nowhere else.
 */
export const paths = {
  home: '/',
  login: (returnTo?: string | null) => (returnTo ? andBack('/login', returnTo) : '/login'),
  loginAs: (loginType: 'authCode' | 'password', returnTo?: string | null) =>
    `/login?${new URLSearchParams({ loginType, ...(returnTo && { returnTo }) })}`,
  loginCode: '/login/code',
  loginConfirm: (returnTo: string) => andBack('/login/confirm', returnTo),
  loginMultiFactor: (type?: string) => (type ? `/login/multi-factor/${type}` : '/login/multi-factor'),
  logout: '/logout',
  forgotPassword: '/password/forgot',
  forgotPasswordFor: (returnTo: string | null) =>
    returnTo ? andBack('/password/forgot', returnTo) : '/password/forgot',
  signup: '/signup',
  signupFor: (returnTo: string | null) => (returnTo ? andBack('/signup', returnTo) : '/signup'),
  signupPolicy: '/signup/policy',
  signupAuth: (returnTo: string | null) =>
    returnTo?.startsWith('/oidc?request=') ? '/oidc/signup/auth' : '/signup/auth', // R-054
  signupEmail: '/signup/email',
  signupPinCode: '/signup/pin-code',
  signupForm: '/signup/form',
  signupConfirm: '/signup/confirm',
  signupComplete: '/signup/complete',
  signupPlans: '/signup/plans',
  signupPlanConfirm: (planId: string) => `/signup/plans/${encodeURIComponent(planId)}/confirm`,
  signupPlanComplete: (planId: string) => `/signup/plans/${encodeURIComponent(planId)}/complete`,
  plans: '/plans',
  plan: (planId: string) => `/plans/${encodeURIComponent(planId)}`,
  planConfirm: (planId: string) => `/plans/${encodeURIComponent(planId)}/confirm`,
  planComplete: (planId: string) => `/plans/${encodeURIComponent(planId)}/complete`,
  mypage: '/mypage',
  settings: '/mypage#settings',
  mypagePlans: '/mypage/plans',
  subscription: (id: string) => `/mypage/subscription/${encodeURIComponent(id)}`,
  cancelSubscription: (id: string, returnTo?: string) => {
    const path = `/mypage/subscription/${encodeURIComponent(id)}/withdraw`;
    return returnTo ? andBack(path, returnTo) : path;
  },
  changeMethod: (id: string) => `/mypage/subscription/${encodeURIComponent(id)}/payment-method`,
  changePlan: (id: string) => `/mypage/subscription/${encodeURIComponent(id)}/plan`,
  changePlanConfirm: (id: string, planId: string) =>
    `/mypage/subscription/${encodeURIComponent(id)}/plan/confirm?planId=${encodeURIComponent(planId)}`,
  undoCancellation: (id: string) => `/mypage/subscription/${encodeURIComponent(id)}/withdraw/cancel`,
  evidence: (orderId: string, returnTo?: string) => {
    const path = `/mypage/evidence/${encodeURIComponent(orderId)}`;
    return returnTo ? andBack(path, returnTo) : path;
  },
  paymentMethods: '/mypage/payment-method',
  addMethodFor: (returnTo: string) => andBack('/mypage/payment-method', returnTo),
  paymentHistory: '/mypage/payment-history',
  paymentHistoryAfter: (cursor: string) => `/mypage/payment-history?after=${encodeURIComponent(cursor)}`,
  purchases: (after?: string) => `/mypage/purchases${after ? `?after=${encodeURIComponent(after)}` : ''}`,
  endedPurchases: (after?: string) => `/mypage/purchases/ended${after ? `?after=${encodeURIComponent(after)}` : ''}`,
  invoice: (earningsId: string) => `/mypage/invoice/${encodeURIComponent(earningsId)}`,
  returnInvoice: (refundId: string) => `/mypage/return-invoice/${encodeURIComponent(refundId)}`,
  privacy: '/privacy',
  terms: '/terms',
  licenses: '/app/licenses',
  withdraw: '/withdraw',
  accountEdit: '/mypage/edit',
  profileImage: '/mypage/profile/edit',
  emailEdit: '/mypage/email/edit',
  emailVerify: '/mypage/email/verify',
  userIdEdit: '/mypage/user-id/edit',
  enablePassword: '/mypage/enable-password',
  passwordEdit: '/mypage/password/edit',
  multiFactor: '/mypage/multi-factor',
  multiFactorEmail: '/mypage/multi-factor/email',
  multiFactorSms: '/mypage/multi-factor/sms',
  multiFactorOtp: '/mypage/multi-factor/otp',
  backupCode: '/mypage/multi-factor/backup-code',
  backupCodeGenerate: '/mypage/multi-factor/backup-code/generate',
  trustedDevices: '/mypage/multi-factor/trusted-device',
  passkeys: '/mypage/passkeys',
  sessions: '/mypage/sessions',
  loginHistory: '/mypage/login-history',
  access: (after?: string) => `/mypage/access${after ? `?after=${encodeURIComponent(after)}` : ''}`,
  pinCode: '/mypage/pin-code',
  external: (type: string, action: 'login' | 'signup' | 'enableExternalAuth', returnTo?: string | null) =>
    `/auth/authorize?${new URLSearchParams({ userIdentifierType: type, socialActionType: action, ...(returnTo && { returnTo }) })}`,
  connections: '/mypage/connections',
  data: '/mypage/data',
  dataFile: '/mypage/data/file',
  reConsent: '/mypage/re-consent',
  consent: (type: 'newsletter' | 'privacy') => `/mypage/consent?type=${type}`,
} as const;

/**
 * Pages whose address holds the secret of a mailed link. Other sites must not learn it, so these
 * pages have no tag manager.
 */
export function holdsSecret(address: string): boolean {
  return ['/password/reset', '/email/undo', '/account-change', '/leave', '/withdraw/stop', '/newsletter/stop'].includes(
    pathOf(address),
  );
}

/**
 * The routes of pages that search engines may show; Go tells them to leave out all others
 * (server/transport/pages/shared.go). These alone have one address and one for each language.
 */
const found = ['/', '/plans', '/plans/[planId]', '/privacy', '/terms', '/app/licenses'];

export function isFound(route: string): boolean {
  return found.includes(route);
}

/** Where something has to be done first, and back to the wanted address. */
export function andBack(path: string, returnTo: string): string {
  return `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}

/**
 * A path on this site that a member may be sent to: one leading slash, nothing a browser would read
 * as another host. Anything else is null (A-009).
 */
export function sameOriginPath(value: string | string[] | undefined | null): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, so "/\t/host" would become "//host"
  if (/[\u0000-\u001f\\]/.test(value)) return null;
  const base = 'http://kaiin.invalid';
  try {
    return new URL(value, base).origin === base ? value : null;
  } catch {
    return null;
  }
}

/** The path of an address without query, fragment and trailing slash. */
export function pathOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '/';
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : '/';
}

/**
 * The same page in another language: the path and the query stay, Go reads `ui_locales` and
 * remembers it.
 */
export function inLanguage(address: string, locale: string): string {
  const [beforeFragment = '/'] = address.split('#', 1);
  const [path = '/', query = ''] = beforeFragment.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('ui_locales', locale);
  return `${path}?${parameters}`;
}

/** Menus are hidden in the app's browser and where a flow must not be left by accident (A-199). */
export function menusHidden(address: string, isApp: boolean): boolean {
  if (isApp) return true;
  const path = pathOf(address);
  return path === '/social/relate/error' || /\/(complete|confirm)$/.test(path);
}

/**
 * Whether a link is hidden in the app's browser (G§6, M§2): to the lists of plans, the withdrawal,
 * the profile image, connected apps and the member's data. The pages themselves can be opened
 * (A-195). But for the lists of plans, a page shows links to pages of its own area.
 */
export function hiddenInApp(href: string, address: string): boolean {
  const [to, at] = [pathOf(href), pathOf(address)];
  const within = (area: string, path: string) => path === area || path.startsWith(`${area}/`);
  if (to === paths.plans || to === paths.mypagePlans) return true;
  return [paths.withdraw, paths.profileImage, paths.connections, paths.data].some(
    (area) => within(area, to) && !within(area, at),
  );
}

/**
 * The pages that the account menu leads to; every other account page has a Back link, too (A-200).
 */
export function isMainPage(address: string): boolean {
  const main: string[] = [paths.mypage, paths.mypagePlans, paths.paymentMethods, paths.paymentHistory];
  return main.includes(pathOf(address));
}

/**
 * Whether an account page carries the account menu: all but the one that has to be answered before
 * any other opens.
 */
export function hasAccountMenu(address: string): boolean {
  return pathOf(address) !== paths.reConsent;
}

export type AccountSection = 'home' | 'contracts' | 'payments' | 'settings';

const sections: [AccountSection, string[]][] = [
  ['contracts', [paths.mypagePlans, '/mypage/subscription', '/mypage/purchases', '/mypage/evidence']],
  ['payments', [paths.paymentMethods, paths.paymentHistory]],
];

/** The part of the account area in which an address is. */
export function sectionOf(address: string): AccountSection {
  const path = pathOf(address);
  if (path === paths.mypage) return 'home';
  const found = sections.find(([, areas]) => areas.some((area) => path === area || path.startsWith(`${area}/`)));
  return found?.[0] ?? 'settings';
}
