import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLoginFlow } from './flow';

/** The way out of a login that asks for a second factor: another login, for what this one was for. */
export function StartAgain({ returnTo }: { returnTo: string | null }) {
  const { t } = useTranslation('login');
  const { login } = useLoginFlow();
  return (
    <Link href={login(returnTo)} className="inline-flex min-h-11 items-center self-center">
      {t('factor.startAgain')}
    </Link>
  );
}
