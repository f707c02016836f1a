import type { SubscriptionFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { statusBadge } from './availability';

/**
 * The status of a contract in words, with a sub-label once its settlement day has passed (S-070).
 */
export function ContractStatus({
  subscription,
}: {
  subscription: Pick<SubscriptionFragment, 'statusGroup' | 'isRenewing'>;
}) {
  const { t } = useTranslation('plans');
  const { words, tone } = statusBadge[subscription.statusGroup];
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={tone}>{t(words)}</Badge>
      {subscription.isRenewing && <Badge tone="caution">{t('renewing')}</Badge>}
    </p>
  );
}
