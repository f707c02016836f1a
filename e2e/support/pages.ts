import { household, joiner, leaver } from './household.ts';
import { identityPages } from './identity-pages.ts';
import { Member, type Step, visitorAt } from './member.ts';
import { oidcPages } from './oidc-pages.ts';
import { handToChild } from './television.ts';
import { Visitor } from './visitor.ts';
import { codeName, type Locale, say, type Words } from './words.ts';

/** One page of the product: who looks at it, where it is, and what it says above all. */
export type SitePage = {
  name: string;
  rows: string;
  status: number;
  /** Key of its heading, and what goes into it; null where the store's name is the heading. */
  title: string | null;
  words?: (locale: Locale) => Words;
  /** Its heading, where that is the store's own text; the title counts for nothing then. */
  heading?: (locale: Locale) => string;
  /** What else it must say. */
  shows?: (locale: Locale) => string[];
  open: (locale: Locale) => Promise<{ visitor: Visitor; path: string }>;
};

/** What the demo store is called. */
export const storeName: Record<Locale, string> = { ja: '灯台座', en: 'Todaiza' };

/** What the heading of the page says, or begins with. */
export const headingOf = ({ title, words, heading }: SitePage, locale: Locale) =>
  heading?.(locale) ?? (title === null ? storeName[locale] : say(locale, title, words?.(locale)));

const guest = (path: string) => async (locale: Locale) => ({ visitor: new Visitor(locale), path });
const at = (step: Step) => async (locale: Locale) => ({
  visitor: (await visitorAt(step, locale)).visitor,
  path: `/signup/${step}`,
});
const member = (path: string | ((home: Awaited<ReturnType<typeof household>>) => string)) => async (locale: Locale) => {
  const home = await household(locale);
  return { visitor: home.member.visitor, path: typeof path === 'string' ? path : path(home) };
};
const contractOf = (whose: typeof household, path: string) => async (locale: Locale) => {
  const { member, contract } = await whose(locale);
  return { visitor: member.visitor, path: `${contract}/${path}` };
};
const code = (locale: Locale) => ({ code: codeName[locale] });
const plan = { standard: { ja: '見放題スタンダード', en: 'Unlimited Standard' } };
const standard = (locale: Locale) => [plan.standard[locale]];
const price = () => ['1,100'];
const headline = (locale: Locale) => ({ ja: '館主が選ぶ約500本。', en: 'About 500 films, chosen by hand.' })[locale];

const policies = {
  privacy: { ja: ['プライバシーポリシー', '取得する情報'], en: ['Privacy policy', 'What we collect'] },
  terms: { ja: ['利用規約', '会員登録'], en: ['Terms of use', 'Registration'] },
};
const policyOf = (key: keyof typeof policies) => ({
  heading: (locale: Locale) => policies[key][locale][0] as string,
  shows: (locale: Locale) => [policies[key][locale][1] as string, say(locale, 'legal:revision', { revision: 1 })],
  open: guest(`/${key}`),
});

const store: SitePage[] = [
  { name: 'home', rows: 'R-001', status: 200, title: null, heading: headline, shows: standard, open: guest('/') },
  { name: 'plans', rows: 'R-061', status: 200, title: 'plans:title', shows: standard, open: guest('/plans') },
  {
    name: 'plan, of a visitor',
    rows: 'R-063 P-02',
    status: 200,
    title: '',
    heading: (locale) => plan.standard[locale],
    shows: (locale) => ['1,100', say(locale, 'purchase:offer.conditions'), say(locale, 'purchase:offer.login')],
    open: guest('/plans/standard'),
  },
  { name: 'privacy', rows: 'A-182', status: 200, title: '', ...policyOf('privacy') },
  { name: 'terms', rows: 'A-182', status: 200, title: '', ...policyOf('terms') },
  {
    name: 'licenses',
    rows: 'R-002',
    status: 200,
    title: 'legal:licenses.title',
    shows: () => ['github.com/lib/pq', 'react-dom', 'Apache-2.0'],
    open: guest('/app/licenses'),
  },
  { name: 'login', rows: 'R-003', status: 200, title: 'login:title', open: guest('/login') },
  { name: 'logout, logged out', rows: 'R-007', status: 200, title: 'login:logout.doneTitle', open: guest('/logout') },
];

const signup: SitePage[] = [
  { name: 'signup, entry', rows: 'R-027', status: 200, title: 'signup:policy.title', open: guest('/signup') },
  { name: 'signup, policy', rows: 'R-028', status: 200, title: 'signup:policy.title', open: at('policy') },
  {
    name: 'signup, auth',
    rows: 'R-029 L-022',
    status: 200,
    title: 'signup:email.title',
    words: code,
    open: async (locale) => ({ ...(await at('email')(locale)), path: '/signup/auth' }),
  },
  {
    name: 'signup, email',
    rows: 'R-030 S-026',
    status: 200,
    title: 'signup:email.title',
    words: code,
    shows: () => ['2 / 4'],
    open: at('email'),
  },
  {
    name: 'signup, pin code',
    rows: 'R-031 S-028',
    status: 200,
    title: 'signup:pinCode.title',
    words: code,
    shows: () => ['3 / 4'],
    open: at('pin-code'),
  },
  { name: 'signup, form', rows: 'R-032', status: 200, title: 'signup:form.title', open: at('form') },
  {
    name: 'signup, confirm',
    rows: 'R-033',
    status: 200,
    title: 'signup:confirm.title',
    shows: () => ['1990/01/02'],
    open: at('confirm'),
  },
  { name: 'signup, complete', rows: 'R-034', status: 200, title: 'signup:complete.title', open: at('complete') },
  {
    name: 'signup, plans',
    rows: 'R-035',
    status: 200,
    title: 'plans:signup.title',
    shows: standard,
    open: member('/signup/plans'),
  },
  {
    name: 'signup, plan confirm',
    rows: 'R-036',
    status: 200,
    title: 'purchase:confirm.title',
    shows: () => ['500'],
    open: member('/signup/plans/rental-night-train/confirm'),
  },
  {
    name: 'signup, plan complete',
    rows: 'R-037',
    status: 200,
    title: 'purchase:complete.title',
    shows: () => ['330'],
    open: async (locale) => ({ visitor: (await joiner(locale)).visitor, path: '/signup/plans/weekly/complete' }),
  },
];

const account: SitePage[] = [
  {
    name: 'plan, form',
    rows: 'R-063 R-064',
    status: 200,
    title: 'purchase:form.title',
    shows: () => ['2,500'],
    open: member('/plans/film-foghorn'),
  },
  {
    name: 'plan, confirm',
    rows: 'R-065',
    status: 200,
    title: 'purchase:confirm.title',
    shows: () => ['2,500'],
    open: member('/plans/film-foghorn/confirm'),
  },
  {
    name: 'plan, complete',
    rows: 'R-066',
    status: 200,
    title: 'purchase:complete.title',
    shows: price,
    open: member('/plans/standard/complete'),
  },
  { name: 'mypage', rows: 'R-117 P-003', status: 200, title: 'mypage:title', open: member('/mypage') },
  {
    name: 'mypage, plans',
    rows: 'R-062',
    status: 200,
    title: 'plans:mypageTitle',
    shows: standard,
    open: member('/mypage/plans'),
  },
  {
    name: 'mypage, subscription',
    rows: 'R-067',
    status: 200,
    title: 'subscription:title',
    shows: price,
    open: member(({ contract }) => contract),
  },
  {
    name: 'mypage, payment methods',
    rows: 'R-075',
    status: 200,
    title: 'payment:wallet.title',
    shows: (locale) => ['Visa', '1111', say(locale, 'payment:wallet.used'), say(locale, 'payment:add.title')],
    open: member('/mypage/payment-method'),
  },
  {
    name: 'subscription, payment method',
    rows: 'R-068',
    status: 200,
    title: 'subscription:method.title',
    shows: standard,
    open: contractOf(household, 'payment-method'),
  },
  {
    name: 'subscription, payment method changed',
    rows: 'R-069',
    status: 200,
    title: 'subscription:method.changed',
    shows: standard,
    open: contractOf(household, 'payment-method/complete'),
  },
  {
    name: 'plan, another one of the group is held',
    rows: '',
    status: 200,
    title: '',
    heading: (locale) => ({ ja: '年間パスポート', en: 'Annual Passport' })[locale],
    shows: standard,
    open: member('/plans/annual'),
  },
  {
    name: 'subscription, change of plan',
    rows: '',
    status: 200,
    title: 'subscription:plan.title',
    shows: () => ['9,800', '980'],
    open: contractOf(household, 'plan'),
  },
  {
    name: 'subscription, change of plan, confirm',
    rows: '',
    status: 200,
    title: 'subscription:plan.confirm',
    shows: () => ['9,800'],
    open: contractOf(household, 'plan/confirm?planId=annual'),
  },
  {
    name: 'subscription, cancel',
    rows: 'R-070 L-060',
    status: 200,
    title: 'subscription:cancel.title',
    shows: standard,
    open: contractOf(household, 'withdraw?returnTo=%2Fwithdraw'),
  },
  {
    name: 'subscription, cancelled',
    rows: 'R-071',
    status: 200,
    title: 'subscription:cancelled.title',
    shows: () => ['K-'],
    open: contractOf(leaver, 'withdraw/complete'),
  },
  {
    name: 'subscription, undo',
    rows: 'R-072',
    status: 200,
    title: 'subscription:undo.title',
    shows: price,
    open: contractOf(leaver, 'withdraw/cancel'),
  },
  {
    name: 'subscription, kept',
    rows: 'R-073',
    status: 200,
    title: 'subscription:kept.title',
    shows: standard,
    open: contractOf(household, 'withdraw/cancel/complete'),
  },
  {
    name: 'mypage, evidence of an order',
    rows: '',
    status: 200,
    title: 'evidence:title',
    shows: () => ['SHA-256'],
    open: member(({ evidence }) => evidence),
  },
  {
    name: 'mypage, card added',
    rows: '',
    status: 200,
    title: 'payment:complete.title',
    open: member('/mypage/payment-method/complete'),
  },
  {
    name: 'mypage, card deleted',
    rows: 'R-077',
    status: 200,
    title: 'payment:deleted.title',
    open: member('/mypage/payment-method/delete/complete'),
  },
  {
    name: 'mypage, payment history',
    rows: 'R-074',
    status: 200,
    title: 'billing:title',
    open: member('/mypage/payment-history'),
  },
  {
    name: 'mypage, what was bought',
    rows: '',
    status: 200,
    title: 'bought:title',
    open: member('/mypage/purchases'),
  },
  {
    name: 'mypage, what is over',
    rows: '',
    status: 200,
    title: 'bought:ended.title',
    open: member('/mypage/purchases/ended'),
  },
  {
    name: 'logout, logged in',
    rows: 'R-007',
    status: 200,
    title: 'login:logout.title',
    open: member('/logout'),
  },
];

const errorPage = (code: string, row: string, status: number): SitePage => ({
  name: `error ${code}`,
  rows: `${row} L-135 L-136 L-137 L-138 E-097 E-098 E-099`,
  status,
  title: `errors:pages.${code}.header`,
  shows: (locale) => [
    String(status),
    say(locale, `errors:pages.${code}.type`),
    say(locale, `errors:pages.${code}.text`),
    say(locale, 'errors:toTop'),
  ],
  open: guest(`/errors/${code}`),
});

const errors: SitePage[] = [
  errorPage('401', 'R-107', 401),
  errorPage('403', 'R-108', 403),
  errorPage('404', 'R-109', 404),
  errorPage('500', 'R-110', 500),
  errorPage('502', 'R-111', 502),
  errorPage('503', 'R-112', 503),
  errorPage('504', 'R-113', 504),
  errorPage('region-block', 'R-114', 403),
  errorPage('profile-forbidden', 'R-115 E-100', 403),
  errorPage('unknown', 'R-116', 500),
  {
    name: 'an unknown route',
    rows: 'X-064',
    status: 404,
    title: 'errors:pages.404.header',
    open: guest('/no/such/page'),
  },
  {
    name: 'My Page in a restricted profile',
    rows: 'P-016 R-115',
    status: 403,
    title: 'errors:pages.profile-forbidden.header',
    shows: (locale) => [
      locale === 'ja' ? 'プロフィール「会員花子」に切り替えて' : 'switch to the profile “会員花子” and',
      say(locale, 'errors:otherProfile.text'),
    ],
    open: async (locale) => {
      const { visitor } = await Member.create({ locale, nickname: '会員花子' });
      await handToChild(visitor, '0420', locale === 'ja' ? 'こども' : 'Children');
      return { visitor, path: '/mypage' };
    },
  },
  {
    name: "the store's own staff, who have no pages here",
    rows: 'P-008',
    status: 404,
    title: 'errors:pages.404.header',
    open: member('/admin'),
  },
  {
    name: 'a plan that is not there',
    rows: '',
    status: 404,
    title: 'errors:pages.404.header',
    open: guest('/plans/no-such-plan'),
  },
  {
    name: "somebody else's contract",
    rows: 'P-006',
    status: 404,
    title: 'errors:pages.404.header',
    open: async (locale) => {
      const [{ contract }, other] = await Promise.all([household(locale), Member.create({ locale })]);
      return { visitor: other.visitor, path: contract };
    },
  },
];

export const sitePages: readonly SitePage[] = [
  ...store,
  ...signup,
  ...account,
  ...identityPages,
  ...oidcPages,
  ...errors,
];

const named = (name: string): SitePage => {
  const found = sitePages.find((page) => page.name === name);
  if (!found) throw new Error(`There is no page ${name}.`);
  return found;
};

/** A page of each layout that the routes of `web/pages` name. */
export const pageOfLayout: Readonly<Record<string, SitePage>> = {
  Account: named('mypage'),
  Guest: named('plans'),
  Login: named('signup, form'),
  Oidc: named('oidc, consent'),
  Purchase: named('plan, form'),
};
