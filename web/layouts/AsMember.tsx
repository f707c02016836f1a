import { ArrowLeft, Eye } from 'lucide';
import Head from 'next/head';
import type { ReactNode } from 'react';
import type { ViewableScreen } from '@/generated/staff/enums';
import { atDesk, type AsMember as Shown, shownPages } from '@/lib/desk/asMember';
import { useDesk } from '@/lib/desk/desk';
import { deskPaths } from '@/lib/desk/paths';
import { useTranslation } from '@/lib/i18n';
import { InsideContext, PlainLink } from '@/lib/nav';
import { useHeader } from '@/lib/pageContext';
import { Icon } from '@/ui/Icon';
import { TextLink } from '@/ui/TextLink';
import { Account } from './Account';
import { Desk } from './Desk';

/**
 * A page of a member as the member sees it, under a line that says so. Its links lead to the other
 * pages that are shown so, or nowhere; without a script its buttons do nothing.
 */
export function AsMember({ children }: { children: ReactNode }) {
  const { data: shown, fault } = useDesk<Shown>();
  if (!shown || fault) return <Desk>{null}</Desk>;
  const inside = {
    address: shown.address,
    lead: (href: string) => atDesk(shown.accountId, href),
    above: (
      <InsideContext value={null}>
        <Told shown={shown} />
        <Menu shown={shown} />
      </InsideContext>
    ),
  };
  return (
    <>
      <Head>
        <meta key="robots" name="robots" content="noindex, nofollow" />
      </Head>
      <InsideContext value={inside}>
        <Account back={shown.screen === 'SUBSCRIPTION' ? 'plans' : 'mypage'}>{children}</Account>
      </InsideContext>
    </>
  );
}

/** Whose page it is, that nothing can be done on it, and the way back. It stays in sight. */
function Told({ shown }: { shown: Shown }) {
  const { t } = useTranslation('desk');
  const name = useHeader()?.displayName;
  return (
    <section aria-label={t('asMember.about')} className="sticky top-0 z-20 border-b border-ink bg-ink text-surface">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 sm:px-6">
        <p className="flex items-center gap-2 py-2 font-bold">
          <Icon of={Eye} className="size-5 shrink-0" />
          {t('asMember.told')}
        </p>
        <p className="min-w-0 truncate py-2">{name ?? shown.accountId}</p>
        <TextLink opens="document" href={deskPaths.member(shown.accountId)} className="ml-auto gap-2 text-surface">
          <Icon of={ArrowLeft} className="size-5" />
          {t('asMember.back')}
        </TextLink>
      </div>
    </section>
  );
}

/** The other pages; a contract is opened from the page of the plans. */
function Menu({ shown }: { shown: Shown }) {
  const { t } = useTranslation('desk');
  const entries = Object.entries({
    ...shownPages,
    ...(shown.screen === 'SUBSCRIPTION' && { SUBSCRIPTION: shown.address }),
  }) as [ViewableScreen, string][];
  return (
    <nav aria-label={t('asMember.menu')} className="border-b border-line bg-surface">
      <ul className="mx-auto flex max-w-6xl flex-wrap gap-x-4 px-4 sm:px-6">
        {entries.map(([screen, address]) => (
          <li key={screen}>
            <PlainLink
              href={atDesk(shown.accountId, address) ?? ''}
              aria-current={screen === shown.screen ? 'page' : undefined}
              className="inline-flex min-h-11 items-center text-sm aria-[current]:font-bold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {t(`asMember.screens.${screen}`)}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
