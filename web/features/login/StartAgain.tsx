import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLoginFlow } from './flow';

/** The way out of a login that asks for a second factor: another login, or back to where a member came from. */
export function StartAgain() {
  const { t } = useTranslation('login');
  const { login } = useLoginFlow();
  return (
    <Link href={login} className="inline-flex min-h-11 items-center self-center">
      {t('factor.startAgain')}
    </Link>
  );
}
