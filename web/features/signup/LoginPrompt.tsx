import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';

/** The way out for somebody whose address is already registered, to what they came for. */
export function LoginPrompt({ returnTo }: { returnTo: string | null }) {
  const { t } = useTranslation('signup');
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t('email.member')}
      <Link href={paths.login(returnTo)} className="inline-flex min-h-11 items-center">
        {t('email.login')}
      </Link>
    </p>
  );
}

export const emailTaken = 'ACCOUNT_ALREADY_EXISTS_EMAIL';
