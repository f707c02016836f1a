import { CircleUserRound } from 'lucide';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Link, useArrival } from '@/lib/nav';
import { useHeader } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/Icon';

/**
 * The member's picture; it opens to My Page and Logout. A plain disclosure, so it works
 * without script.
 */
export function ProfileMenu() {
  const { t } = useTranslation('common');
  const header = useHeader();
  const menu = useRef<HTMLDetailsElement>(null);

  // The header stays when the page changes; its open menu does not.
  const fold = useCallback(() => {
    if (menu.current) menu.current.open = false;
  }, []);
  useArrival(fold);

  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        element.querySelector('summary')?.focus();
      } else if (element.contains(event.target as Node)) return;
      element.open = false;
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);

  const item = 'flex min-h-11 items-center rounded-control px-4 text-ink no-underline hover:bg-ground';
  return (
    <details ref={menu} className="relative">
      <summary
        aria-label={t('nav.profile')}
        className="flex size-11 list-none items-center justify-center rounded-full [&::-webkit-details-marker]:hidden"
      >
        {header?.profileImageUrl ? (
          <img
            src={header.profileImageUrl}
            alt=""
            width={36}
            height={36}
            className="size-9 rounded-full object-cover"
          />
        ) : (
          <Icon of={CircleUserRound} className="size-8 text-ink-2" />
        )}
      </summary>
      <nav
        aria-label={t('nav.profile')}
        className="absolute right-0 z-20 mt-2 flex w-56 flex-col rounded-card border border-line bg-surface p-2 shadow-lg"
      >
        {header?.displayName && <p className="truncate px-4 py-2 text-sm text-ink-2">{header.displayName}</p>}
        <Link href={paths.mypage} className={item}>
          {t('nav.mypage')}
        </Link>
        <Link href={paths.logout} className={item}>
          {t('nav.logout')}
        </Link>
      </nav>
    </details>
  );
}
