import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Link, useAddress } from '@/lib/nav';
import { usePage, useRoot } from '@/lib/pageContext';
import { menusHidden, pathOf, paths } from '@/lib/paths';
import { cx } from '@/ui/cx';
import { Logo } from './Logo';
import { ProfileMenu } from './ProfileMenu';

const scrolledAfter = 5;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > scrolledAfter);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

/**
 * The bar on top. Its menu goes away in the app's browser and where a flow must not be left
 * by accident.
 */
export function Header() {
  const { authId, isApp } = useRoot();
  const hidden = menusHidden(useAddress(), isApp);
  return <HeaderBar>{!hidden && (authId ? <ProfileMenu /> : <GuestMenu />)}</HeaderBar>;
}

export function HeaderBar({ children }: { children?: ReactNode }) {
  const scrolled = useScrolled();
  return (
    <header
      data-scrolled={scrolled}
      className={cx(
        'sticky top-0 z-10 border-b bg-surface transition-shadow duration-150 max-[18rem]:static print:static',
        scrolled ? 'border-line shadow-sm' : 'border-transparent',
      )}
    >
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4 sm:px-6">
        <Logo />
        {children}
      </div>
    </header>
  );
}

function GuestMenu() {
  const { t } = useTranslation('common');
  const onHome = pathOf(useAddress()) === paths.home; // whose one filled button is that of its plan
  const isAbroad = usePage().fault?.code === 'REGION_BLOCKED'; // where the sign-up is closed
  return (
    <nav aria-label={t('nav.main')} className="flex flex-wrap items-center gap-1 whitespace-nowrap sm:gap-3">
      <Link
        href={paths.login()}
        className="inline-flex min-h-11 items-center px-2 text-ink no-underline hover:underline"
      >
        {t('nav.login')}
      </Link>
      {!isAbroad && (
        <Link
          href={paths.signup}
          className={cx('button min-h-11 px-3 sm:px-4', onHome ? 'button-secondary' : 'button-primary')}
        >
          {t('nav.signup')}
        </Link>
      )}
    </nav>
  );
}
