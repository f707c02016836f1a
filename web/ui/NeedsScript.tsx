import { useTranslation } from '@/lib/i18n';
import { Notice } from '@/ui/Notice';

/** Paying needs the provider's scripts, so a browser without script is told before anything is filled in. */
export function NeedsScript() {
  const { t } = useTranslation('purchase');
  return (
    <noscript>
      <Notice tone="caution">{t('needsScript')}</Notice>
    </noscript>
  );
}
