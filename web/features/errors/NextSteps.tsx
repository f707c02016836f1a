import { errorPageOf } from '@/lib/errorPage';
import type { Fault } from '@/lib/fault';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { useRoot } from '@/lib/pageContext';
import { pathOf, paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { TextLink } from '@/ui/TextLink';

/** The pages of faults that another try may find gone. */
const passing: readonly string[] = ['500', '502', '503', '504', 'unknown'];

/**
 * What helps comes first, as the filled button: to log in, to try again, or My Page for a member
 * who looked for something there. To try again is a plain link, which loads the page anew also
 * without scripts. The top page is always there (L-138).
 */
export function NextSteps({ fault }: { fault: Fault }) {
  const { t } = useTranslation('errors');
  const address = useAddress();
  const first = useFirst(fault);
  const mayPass = passing.includes(errorPageOf(fault));
  return (
    <div className="flex flex-col gap-4">
      {mayPass && <Interrupted />}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {first && <LinkButton href={first.href}>{t(first.label)}</LinkButton>}
        {mayPass && (
          <a href={address} className="button button-primary">
            {t('tryAgain')}
          </a>
        )}
        <LinkButton href={paths.home} kind={first || mayPass ? 'secondary' : 'primary'}>
          {t('toTop')}
        </LinkButton>
      </div>
    </div>
  );
}

/** The page that helps with a fault; null where no page does. */
function useFirst(fault: Fault) {
  const { authId, isApp } = useRoot();
  const address = useAddress();
  const path = pathOf(address);
  switch (errorPageOf(fault)) {
    case '401':
      return { href: paths.login(path.startsWith('/errors/') ? null : address), label: 'login' } as const;
    case 'profile-forbidden':
      return authId ? null : ({ href: paths.login(), label: 'login' } as const);
    case 'region-block':
      if (isApp) return null;
      if (authId) return { href: paths.mypagePlans, label: 'abroad.plans' } as const;
      return { href: paths.login(paths.mypagePlans), label: 'login' } as const;
    case '404':
      return authId && path.startsWith(`${paths.mypage}/`)
        ? ({ href: paths.mypage, label: 'toMypage' } as const)
        : null;
    default:
      return null;
  }
}

/** Members whose order broke off look first whether it was taken, before they order once more. */
function Interrupted() {
  const { t } = useTranslation('errors');
  const { authId, storeSettingData } = useRoot();
  if (!authId || !storeSettingData.isStorePaymentAvailable) return null;
  return (
    <div>
      <p className="text-sm text-ink-2">{t('interrupted.text')}</p>
      <TextLink href={paths.paymentHistory}>{t('interrupted.payments')}</TextLink>
    </div>
  );
}
