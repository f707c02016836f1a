import { newcomer, shared } from './household.ts';
import { Member, visitorAt } from './member.ts';
import { App, allowAll, keyOf } from './oidc.ts';
import type { SitePage } from './pages.ts';
import { Visitor } from './visitor.ts';
import { codeName, type Locale } from './words.ts';

// Pages between members and other apps. Each is opened as the member who has come that far would
// see it.

const name = { ja: 'トダイザTV', en: 'Todaiza TV' };
const app = (locale: Locale) => ({ name: name[locale] });

/** A member who allows an app something. */
const allowing = shared(60, async (locale) => {
  const { visitor } = await Member.create({ locale });
  await allowAll(visitor, 'openid profile');
  return visitor;
});

/** The same, when the app asks for more. */
const asked =
  (path: string, more: Record<string, string> = {}) =>
  async (locale: Locale) => {
    const visitor = await allowing(locale);
    return { visitor, path: `${path}?request=${await keyOf(visitor, new App('openid profile entitlements', more))}` };
  };

const connected = (path: string) => async (locale: Locale) => ({ visitor: await allowing(locale), path });

const page = (name: string, rows: string, title: string, open: SitePage['open'], more: Partial<SitePage> = {}) => ({
  name,
  rows,
  status: 200,
  title,
  open,
  ...more,
});

export const oidcPages: readonly SitePage[] = [
  page('oidc, consent', 'R-058', 'oidc:consent.title', asked('/oidc/consent'), { words: app }),
  page('oidc, account', 'R-055', 'oidc:account.title', asked('/oidc/select-account', { prompt: 'select_account' })),
  page(
    'oidc, error',
    'R-052',
    'oidc:error.title',
    async (locale) => ({
      visitor: new Visitor(locale),
      path: '/oidc/error?status=403&error=access_denied&error_description=no',
    }),
    { status: 403, shows: () => ['403', 'access_denied'] },
  ),
  page(
    'oidc, over',
    '',
    'oidc:error.expired',
    async (locale) => ({
      visitor: (await newcomer(locale)).visitor,
      path: '/oidc/consent?request=none',
    }),
    { status: 400 },
  ),
  page('oidc, signup', 'R-053', 'signup:policy.title', async (locale) => ({
    visitor: new Visitor(locale),
    path: '/oidc/signup',
  })),
  page(
    'oidc, signup auth',
    'R-054',
    'signup:email.title',
    async (locale) => ({
      visitor: (await visitorAt('email', locale)).visitor,
      path: '/oidc/signup/auth',
    }),
    { words: (locale) => ({ code: codeName[locale] }) },
  ),
  page('mypage, connections', 'R-101', 'connections:title', connected('/mypage/connections'), {
    shows: (locale) => [name[locale]],
  }),
  page('mypage, connection', 'R-102', '', connected('/mypage/connections/client/todaiza-tv'), {
    heading: (locale) => name[locale],
  }),
];
