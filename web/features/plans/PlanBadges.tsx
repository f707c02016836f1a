import type { PlanFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { indicatorBadge } from './availability';

/** That the store recommends the plan, and how many are left of it. */
export function PlanBadges({ plan }: { plan: PlanFragment }) {
  const { t } = useTranslation('plans');
  const indicator = plan.salesIndicator && indicatorBadge[plan.salesIndicator];
  if (!plan.recommended && !indicator) return null;
  return (
    <p className="flex flex-wrap gap-2">
      {plan.recommended && <Badge tone="accent">{t('recommended')}</Badge>}
      {indicator && <Badge tone={indicator.tone}>{t(indicator.words, { count: plan.salesLimit ?? 0 })}</Badge>}
    </p>
  );
}
