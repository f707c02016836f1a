import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';

/** The way out for somebody whose address is already registered, to what they came for. */
export function LoginPrompt({ returnTo }: { returnTo: string | null }) {
  const { t } = useTranslation('signup');
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t('email.member')}
      <TextLink href={paths.login(returnTo)}>{t('email.login')}</TextLink>
    </p>
  );
}

export const emailTaken = 'ACCOUNT_ALREADY_EXISTS_EMAIL';
