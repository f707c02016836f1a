import { useTranslation } from '@/lib/i18n';
import { Notice } from '@/ui/Notice';

/** Says which external account the new account will be linked to. */
export function LinkingNote({ account }: { account?: { userIdentifierName: string } | null }) {
  const { t } = useTranslation('social');
  if (!account) return null;
  const name = account.userIdentifierName;
  return (
    <Notice tone="info" title={t('linking.title', { name })}>
      <p>{t('linking.text', { name })}</p>
    </Notice>
  );
}
