import { useQuery } from '@apollo/client/react';
import { PasskeyOffer } from '@/features/passkey/PasskeyOffer';
import { ExternalAccounts } from '@/features/social/ExternalAccounts';
import { MypageScreenDocument } from '@/generated/MypageScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { useFragment } from '@/lib/nav';
import { useRoot, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { HomeCard, Offer } from './HomeCard';
import { HomeNotice } from './HomeNotice';
import type { Home } from './home';
import { menuOf, showsExternal } from './menu';
import { MenuRow, Row } from './Row';

/**
 * The member's home: what they have and what it costs next, what needs doing, and below that the
 * settings. To leave is last, and alone.
 */
export function MypageView() {
  const { t } = useTranslation('mypage');
  const { data } = useQuery(MypageScreenDocument, { variables: useVariables(MypageScreenDocument) });
  const screen = data?.screen;
  const { storeSettingData: store, isApp } = useRoot();
  if (!screen?.account) return null;
  const { account, contracts } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={account.displayName && t('greeting', { name: account.displayName })} />
      <HomeNotice screen={screen} />
      {contracts.map((contract) => (
        <HomeCard key={contract.subscription.subscriptionId} contract={contract} />
      ))}
      {contracts.length === 0 && store.hasSubscriptionPlan && !isApp && <Offer />}
      <Settings screen={screen} />
      {screen.offersPasskey && <PasskeyOffer />}
      {!isApp && (
        <ul className="card mt-6 p-0 sm:p-0">
          <li>
            <Row href={paths.withdraw} label={t('menu.withdraw')} />
          </li>
        </ul>
      )}
    </>
  );
}

/** A link to the settings moves the focus there, too. */
function focusSettings(fragment: string) {
  if (fragment !== '#settings') return;
  document.getElementById('settings-title')?.focus({ preventScroll: true });
}

function Settings({ screen }: { screen: Home }) {
  const { t } = useTranslation('mypage');
  const { storeSettingData: store, isApp } = useRoot();
  const { account } = screen;
  useFragment(focusSettings);
  const hasEmail = account.userIdentifiers.some(({ userIdentifierType }) => userIdentifierType === 'Email');
  return (
    <section id="settings" aria-labelledby="settings-title" className="flex scroll-mt-20 flex-col gap-6 pt-4">
      <h2 id="settings-title" tabIndex={-1} className="text-xl">
        {t('settings')}
      </h2>
      {menuOf(store, { hasEmail, isApp, hasPasskeys: screen.passkeyCount !== null }).map(({ key, items }) => (
        <section key={key} className="flex flex-col gap-2" aria-label={t(`groups.${key}`)}>
          <h3 className="text-base">{t(`groups.${key}`)}</h3>
          <ul className="card divide-y divide-line overflow-hidden p-0 sm:p-0">
            {items.map((item) => (
              <li key={item.key}>
                <MenuRow item={item} screen={screen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {showsExternal(store, screen.externalAccountCount, isApp) && (
        <ExternalAccounts accounts={screen.externalAccounts} />
      )}
    </section>
  );
}
