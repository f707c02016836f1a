import { useQuery } from '@apollo/client/react';
import { ChevronRight } from 'lucide-react';
import { ExternalAccounts } from '@/features/social/ExternalAccounts';
import { MypageScreenDocument, type MypageScreenQuery } from '@/generated/MypageScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDay, formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useRoot } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { type MenuItem, type MenuKey, menuOf, showsExternal } from './menu';

type Account = NonNullable<MypageScreenQuery['screen']>['account'];

/** The member's home: who they are, what needs doing, and the way to everything else. */
export function MypageView() {
  const { t } = useTranslation('mypage');
  const { data } = useQuery(MypageScreenDocument);
  const screen = data?.screen;
  const { storeSettingData: store, isApp } = useRoot();
  if (!screen?.account) return null;
  const { account } = screen;
  const hasEmail = account.userIdentifiers.some(({ userIdentifierType }) => userIdentifierType === 'Email');
  const groups = menuOf(store, { hasEmail, isApp });
  return (
    <>
      <PageHeading title={t('title')} lead={account.displayName && t('greeting', { name: account.displayName })} />
      {!account.isEmailVerified && account.contactEmail && (
        <Notice tone="caution" title={t('unverified.title')}>
          <p>{t('unverified.text', { email: account.contactEmail })}</p>
          <TextLink href={paths.emailVerify}>{t('unverified.verify')}</TextLink>
        </Notice>
      )}
      {groups.map(({ key, items }) => (
        <section key={key} className="flex flex-col gap-3" aria-label={t(`groups.${key}`)}>
          <h2 className="text-xl">{t(`groups.${key}`)}</h2>
          <ul className="card divide-y divide-line overflow-hidden p-0 sm:p-0">
            {items.map((item) => (
              <li key={item.key}>
                <Row item={item} account={account} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {showsExternal(store, screen.externalAccountCount, isApp) && (
        <ExternalAccounts accounts={screen.externalAccounts} />
      )}
    </>
  );
}

function Row({ item, account }: { item: MenuItem; account: Account }) {
  const { t } = useTranslation('mypage');
  const detail = useDetail(item.key, account);
  return (
    <Link
      href={item.href}
      className="flex min-h-14 items-center gap-3 px-4 py-3 text-ink no-underline hover:bg-ground sm:px-6"
    >
      <span className="min-w-0 flex-1">
        <span>{t(`menu.${item.key}`)}</span>
        {detail && <span className="block break-words text-sm text-ink-2">{detail}</span>}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-2" />
    </Link>
  );
}

/** What a menu item already says about the account. */
function useDetail(key: MenuKey, account: Account): string | null {
  const { t } = useTranslation('mypage');
  switch (key) {
    case 'email':
      if (account.contactEmail && account.emailVerifiedDate)
        return `${account.contactEmail}${t('verifiedOn', { date: formatDay(account.emailVerifiedDate) })}`;
      return account.contactEmail;
    case 'userId':
      return account.userId;
    case 'password':
      return account.passwordUpdatedAt && t('passwordUpdated', { at: formatMinute(account.passwordUpdatedAt) });
    default:
      return null;
  }
}
