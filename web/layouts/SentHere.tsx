import { useTranslation } from '@/lib/i18n';
import { pathOf, paths } from '@/lib/paths';

type Props = {
  /** Where the login leads back to. */
  returnTo: string | null;
};

/** A code as a television shows it; nothing else that an address may hold is said here. */
const shownCode = /^([BCDFGHJKLMNPQRSTVWXZ]{4})-?([BCDFGHJKLMNPQRSTVWXZ]{4})$/;

/** On top of the login: why somebody was sent there, where that is not a plan. */
export function SentHere({ returnTo }: Props) {
  const { t } = useTranslation('common');
  if (!returnTo) return null;
  const path = pathOf(returnTo);
  if (path === '/device') {
    const code = shownCode.exec(new URLSearchParams(returnTo.split('?')[1]).get('user_code')?.toUpperCase() ?? '');
    return <Line>{code ? t('sentHere.device', { code: `${code[1]}-${code[2]}` }) : t('sentHere.deviceBare')}</Line>;
  }
  if (path === paths.mypage || path.startsWith(`${paths.mypage}/`)) return <Line>{t('sentHere.mypage')}</Line>;
  return null;
}

function Line({ children }: { children: string }) {
  return <p className="rounded-control bg-accent-subtle px-4 py-3 text-sm text-ink">{children}</p>;
}
