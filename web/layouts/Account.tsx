import type { ReactNode } from 'react';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { useRoot } from '@/lib/pageContext';
import { hasAccountMenu, isMainPage, menusHidden, paths } from '@/lib/paths';
import { cx } from '@/ui/cx';
import { AccountMenu } from './AccountMenu';
import { BackLink } from './BackLink';
import { Frame } from './Frame';
import { Header } from './Header';

/** The places a Back link leads to; it names them. */
const backs = {
  mypage: paths.mypage,
  plans: paths.mypagePlans,
  multiFactor: paths.multiFactor,
  emailEdit: paths.emailEdit,
  withdraw: paths.withdraw,
};

type Back = keyof typeof backs;

type Props = {
  children: ReactNode;
  /**
   * Where the Back link goes; to My Page unless told otherwise. A page with 'own' shows one itself.
   */
  back?: Back | 'own';
  /**
   * A page with one short form, or that says what was done: a card like that of the login pages.
   */
  narrow?: boolean;
};

/**
 * The member's area: one column of 720 px beside the menu, and a Back link on all but its main
 * pages; neither menu nor link where menus are hidden.
 */
export function Account({ children, back = 'mypage', narrow = false }: Props) {
  const address = useAddress();
  const { isApp } = useRoot();
  const menu = !menusHidden(address, isApp) && hasAccountMenu(address);
  const { t } = useTranslation('common');
  return (
    <Frame header={<Header />}>
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-6 sm:px-6 wide:flex-row wide:gap-12 wide:py-10">
        {menu && <AccountMenu />}
        <div
          className={cx(
            'flex w-full min-w-0 flex-col gap-6',
            narrow ? 'max-w-xl' : 'max-w-[720px]',
            !menu && 'mx-auto',
          )}
        >
          {!isMainPage(address) && back !== 'own' && <BackLink href={backs[back]}>{t(`back.${back}`)}</BackLink>}
          {narrow ? <div className="card flex flex-col gap-6 sm:p-8">{children}</div> : children}
        </div>
      </div>
    </Frame>
  );
}
