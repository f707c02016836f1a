import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Link, useAddress } from '@/lib/nav';
import { useStore } from '@/lib/pageContext';
import { pathOf, paths } from '@/lib/paths';
import type { StoreSettings } from '@/lib/root';
import { cx } from '@/ui/cx';

const tabStep = 160;

type Entry = { key: 'home' | 'plans' | 'paymentMethod' | 'paymentHistory' | 'top'; href: string };

/** The entries of the account menu, by what the store offers (L-159–L-163). */
function accountEntries(store: Pick<StoreSettings, 'hasSubscriptionPlan' | 'isStorePaymentAvailable'>): Entry[] {
  const entries: (Entry & { shown: boolean })[] = [
    { key: 'home', href: paths.mypage, shown: store.hasSubscriptionPlan || store.isStorePaymentAvailable },
    { key: 'plans', href: paths.mypagePlans, shown: store.hasSubscriptionPlan },
    { key: 'paymentMethod', href: paths.paymentMethods, shown: store.isStorePaymentAvailable },
    { key: 'paymentHistory', href: paths.paymentHistory, shown: store.isStorePaymentAvailable },
    { key: 'top', href: paths.home, shown: true },
  ];
  return entries.filter(({ shown }) => shown).map(({ key, href }) => ({ key, href }));
}

/**
 * A side menu from 1000 px up, a row of tabs that scrolls by 160 px below; that of the page is in
 * sight. The same links in the same order.
 */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const current = pathOf(useAddress());
  const entries = accountEntries(useStore());
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab to show
  useEffect(() => {
    const list = row.current;
    const tab = list?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!list || !tab || list.scrollWidth <= list.clientWidth) return;
    const seen = list.getBoundingClientRect();
    if (tab.left < seen.left || tab.right > seen.right)
      list.scrollLeft += tab.left - seen.left - (seen.width - tab.width) / 2;
  }, [current]);
  const scroll = (by: number) => row.current?.scrollBy({ left: by, behavior: 'smooth' });
  const arrow = 'inline-flex h-11 w-8 shrink-0 items-center justify-center text-ink-2 wide:hidden';
  return (
    <nav
      aria-label={t('nav.account')}
      className="flex items-center wide:sticky wide:top-24 wide:w-60 wide:shrink-0 wide:self-start"
    >
      <button type="button" aria-label={t('nav.scrollLeft')} className={arrow} onClick={() => scroll(-tabStep)}>
        <ChevronLeft aria-hidden className="size-5" />
      </button>
      <ul
        ref={row}
        className="flex min-w-0 flex-1 gap-1 overflow-x-auto wide:flex-col wide:overflow-visible [scrollbar-width:none]"
      >
        {entries.map(({ key, href }) => (
          <li key={key} className="shrink-0">
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center whitespace-nowrap px-4 text-ink no-underline',
                'border-b-2 border-transparent wide:rounded-control wide:border-b-0 wide:hover:bg-surface',
                'aria-[current]:border-accent-text aria-[current]:font-bold wide:aria-[current]:bg-accent-subtle',
              )}
            >
              {t(`nav.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" aria-label={t('nav.scrollRight')} className={arrow} onClick={() => scroll(tabStep)}>
        <ChevronRight aria-hidden className="size-5" />
      </button>
    </nav>
  );
}
