import { Braces, Search, Stamp } from 'lucide';
import { send } from '@/lib/desk/call';
import { useDesk } from '@/lib/desk/desk';
import { useErrand } from '@/lib/desk/errand';
import { deskCalls, deskPaths } from '@/lib/desk/paths';
import type { Caller } from '@/lib/desk/props';
import { useTranslation } from '@/lib/i18n';
import { go, Link } from '@/lib/nav';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';

const item = 'inline-flex min-h-11 items-center gap-2 py-3';

/** What is above every page of the staff: its menu, who is logged in, and the way out. */
export function DeskBar({ caller }: { caller: Caller | null }) {
  const { t } = useTranslation('desk');
  const { explorer } = useDesk();
  const logout = useErrand(
    () => send(deskCalls.session, {}, 'DELETE'),
    undefined,
    () => go(deskPaths.login(), 'replace'),
  );
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 sm:px-6">
        <p className="py-3 font-bold">{t('name')}</p>
        {caller && (
          <>
            <nav aria-label={t('menu')} className="flex flex-wrap gap-x-6">
              <Link href={deskPaths.find} className={item}>
                <Icon of={Search} className="size-5" />
                {t('find.title')}
              </Link>
              <Link href={deskPaths.proposals()} className={item}>
                <Icon of={Stamp} className="size-5" />
                {t('proposals.title')}
              </Link>
              {explorer && (
                <Link href={deskPaths.explorer} className={item}>
                  <Icon of={Braces} className="size-5" />
                  {t('explorer.title')}
                </Link>
              )}
            </nav>
            <div className="ml-auto flex flex-wrap items-center gap-x-4">
              <p className="text-sm text-ink-2">
                {[
                  caller.department,
                  caller.name,
                  caller.staffNumber !== null && t('number', { number: caller.staffNumber }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </p>
              <Button kind="text" fit pending={logout.pending} onClick={() => void logout.run(undefined)}>
                {t('logout')}
              </Button>
            </div>
          </>
        )}
      </div>
      <ActionNotice action={logout} />
    </header>
  );
}
