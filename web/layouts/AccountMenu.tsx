import { useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Link, useAddress, useFragment } from '@/lib/nav';
import { useRoot, useStore } from '@/lib/pageContext';
import { type AccountSection, pathOf, paths, sectionOf } from '@/lib/paths';
import type { StoreSettings } from '@/lib/root';
import { Still } from '@/lib/still';
import { cx } from '@/ui/cx';

type Key = AccountSection | 'paymentMethod' | 'paymentHistory' | 'top';
type Entry = {
  key: Key;
  href: string;
  shown: boolean;
  /** Where it shows, if not everywhere. */
  on?: 'phone' | 'wide';
  /** The part of the area that it stands for, where that has more pages than this one. */
  section?: AccountSection;
};

type Offered = Pick<StoreSettings, 'hasSubscriptionPlan' | 'isStorePaymentAvailable'>;

/**
 * The entries of the account menu, by what the store offers (L-159–L-163). On a phone there are
 * four, which fit: the two about payments are one there, and the logo leads to the top.
 */
function accountEntries({ hasSubscriptionPlan: plans, isStorePaymentAvailable: pays }: Offered): Entry[] {
  const all: Entry[] = [
    { key: 'home', href: paths.mypage, shown: plans || pays },
    { key: 'contracts', href: paths.mypagePlans, shown: plans, section: 'contracts' },
    { key: 'payments', href: paths.paymentHistory, shown: pays, on: 'phone', section: 'payments' },
    { key: 'paymentMethod', href: paths.paymentMethods, shown: pays, on: 'wide' },
    { key: 'paymentHistory', href: paths.paymentHistory, shown: pays, on: 'wide' },
    { key: 'settings', href: paths.settings, shown: true, section: 'settings' },
    { key: 'top', href: paths.home, shown: true, on: 'wide' },
  ];
  return all.filter(({ shown }) => shown);
}

const places = { phone: 'wide:hidden', wide: 'max-wide:hidden' };

/** A side menu from 1000 px up, a row of tabs below. That of the page is marked. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const { isApp, storeSettingData } = useRoot();
  const { hasSubscriptionPlan, isStorePaymentAvailable } = storeSettingData;
  return (
    <Still
      as="nav"
      by={[isApp, hasSubscriptionPlan, isStorePaymentAvailable]}
      aria-label={t('nav.account')}
      className="wide:sticky wide:top-24 wide:w-60 wide:shrink-0 wide:self-start"
    >
      <Entries />
    </Still>
  );
}

function Entries() {
  const { t } = useTranslation('common');
  const address = useAddress();
  const at = pathOf(address);
  const here = sectionOf(address);
  const [fragment, setFragment] = useState('');
  useFragment(setFragment);
  const part = at + fragment === paths.settings ? paths.settings : at;
  const current = ({ href, section }: Entry) => {
    if (href === part) return 'page';
    return section === here ? 'true' : undefined;
  };
  return (
    <ul className="flex flex-wrap wide:flex-col wide:flex-nowrap wide:gap-1">
      {accountEntries(useStore()).map((entry) => (
        <li key={entry.key} className={cx('grow wide:grow-0', entry.on && places[entry.on])}>
          <Link href={entry.href} aria-current={current(entry)} className="menu-entry">
            {t(`nav.${entry.key}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
