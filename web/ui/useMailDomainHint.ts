import { useTranslation } from '@/lib/i18n';
import { useStore } from '@/lib/pageContext';

/** Where the mails come from, for members who filter them; null when the store does not say. */
export function useMailDomainHint(): string | null {
  const { t } = useTranslation('common');
  const { smtpDomain } = useStore();
  return smtpDomain ? t('code.domain', { domain: smtpDomain }) : null;
}
