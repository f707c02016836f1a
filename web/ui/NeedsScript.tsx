import { useTranslation } from '@/lib/i18n';
import { Notice } from './Notice';

/**
 * Nothing can be sent without script, so a browser that runs none is told before anything is
 * filled in.
 */
export function NeedsScript() {
  const { t } = useTranslation('common');
  return (
    <noscript>
      <Notice tone="caution">{t('needsScript')}</Notice>
    </noscript>
  );
}
