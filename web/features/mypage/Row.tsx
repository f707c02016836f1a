import { ChevronRight } from 'lucide';
import { formatDay, formatMinute } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLocale } from '@/lib/pageContext';
import { Icon } from '@/ui/Icon';
import type { Home } from './home';
import type { MenuItem, MenuKey } from './menu';

type Props = {
  href: string;
  label: string;
  /** Under the label: a value that may be long. */
  detail?: string | null;
  /** Beside the label: on or off, how many. */
  state?: string | null;
};

/** A row that leads to a page, and already says what is set there. */
export function Row({ href, label, detail, state }: Props) {
  return (
    <Link href={href} className="row">
      <span>
        <span className="min-w-0">
          <span>{label}</span>
          {detail && <span className="block text-sm text-ink-2 [overflow-wrap:anywhere]">{detail}</span>}
        </span>
        {state && <span className="text-sm text-ink-2">{state}</span>}
      </span>
      <Icon of={ChevronRight} />
    </Link>
  );
}

export function MenuRow({ item, screen }: { item: MenuItem; screen: Home }) {
  const { t } = useTranslation('mypage');
  return (
    <Row
      href={item.href}
      label={t(`menu.${item.key}`)}
      detail={useDetail(item.key, screen)}
      state={useRowState(item.key, screen)}
    />
  );
}

/** The value that a row leads to. */
function useDetail(key: MenuKey, { account }: Home): string | null {
  const { t } = useTranslation('mypage');
  const locale = useLocale();
  switch (key) {
    case 'email':
      if (account.contactEmail && account.emailVerifiedDate)
        return `${account.contactEmail}${t('verifiedOn', { date: formatDay(account.emailVerifiedDate, locale) })}`;
      return account.contactEmail;
    case 'userId':
      return account.userId;
    case 'password':
      return account.passwordUpdatedAt && t('passwordUpdated', { at: formatMinute(account.passwordUpdatedAt, locale) });
    default:
      return null;
  }
}

/** Whether it is on, or how many there are. */
function useRowState(
  key: MenuKey,
  { account, isPinSet, isNewsletterAgreed, connectionCount, passkeyCount }: Home,
): string | null {
  const { t } = useTranslation('mypage');
  switch (key) {
    case 'multiFactor':
      return t(account.isEnabledMultiFactor ? 'state.on' : 'state.off');
    case 'passkeys':
      return passkeyCount ? t('passkeys', { count: passkeyCount }) : t('state.none');
    case 'pinCode':
      return t(isPinSet ? 'state.set' : 'state.notSet');
    case 'newsletter':
      return t(isNewsletterAgreed ? 'state.gets' : 'state.getsNot');
    case 'connections':
      return connectionCount > 0 ? t('state.apps', { count: connectionCount }) : t('state.none');
    default:
      return null;
  }
}
