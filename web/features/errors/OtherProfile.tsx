import { useTranslation } from '@/lib/i18n';
import { useRoot } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';

/**
 * The way out for members who have forgotten the PIN: a login begins in the main profile. The app's
 * browser has no way to log out.
 */
export function OtherProfile() {
  const { t } = useTranslation('errors');
  const { authId, isApp } = useRoot();
  if (!authId || isApp) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-6">
      <h2 className="text-base">{t('otherProfile.title')}</h2>
      <p className="text-sm text-ink-2">{t('otherProfile.text')}</p>
      <div>
        <TextLink href={paths.logout}>{t('otherProfile.logout')}</TextLink>
      </div>
    </section>
  );
}
