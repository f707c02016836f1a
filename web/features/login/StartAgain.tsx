import { useTranslation } from '@/lib/i18n';
import { TextLink } from '@/ui/TextLink';
import { useLoginFlow } from './flow';

/**
 * The way out of a login that asks for a second factor: another login, for what this one was for.
 */
export function StartAgain({ returnTo }: { returnTo: string | null }) {
  const { t } = useTranslation('login');
  const { login } = useLoginFlow();
  return (
    <TextLink href={login(returnTo)} className="self-center">
      {t('factor.startAgain')}
    </TextLink>
  );
}
