import { useTranslation } from '@/lib/i18n';
import { useRoot } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { TextLink } from '@/ui/TextLink';

/**
 * What members can do in every country, beside the button that leads to their plans or to
 * the login. The app's browser has no links to contracts and leaving.
 */
export function Abroad() {
  const { t } = useTranslation('errors');
  const { authId, isApp } = useRoot();
  if (isApp) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-6">
      <h2 className="text-base">{t('abroad.title')}</h2>
      <p className="text-sm text-ink-2">{t('abroad.text')}</p>
      {authId && (
        <div className="flex flex-wrap gap-x-6">
          <TextLink href={paths.paymentHistory}>{t('abroad.payments')}</TextLink>
          <TextLink href={paths.withdraw}>{t('abroad.withdraw')}</TextLink>
        </div>
      )}
    </section>
  );
}
