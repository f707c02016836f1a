import type { SubscriptionFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { statusBadge } from './availability';

/** The status of a contract in words, with the sub-label while a renewal is on its way (S-070). */
export function ContractStatus({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('plans');
  const { key, tone } = statusBadge[subscription.statusGroup];
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={tone}>{t(key as 'status.contract')}</Badge>
      {(subscription.isRenewing || subscription.isRenewalInProgress) && <Badge tone="caution">{t('renewing')}</Badge>}
    </p>
  );
}
