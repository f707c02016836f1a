import type { PlanFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';

type Props = {
  /** As the server has found it; nothing shows where there is none. */
  plan: Pick<PlanFragment, 'planName'> | null;
  /** What has to be done before the order. */
  first: 'login' | 'signup';
};

/**
 * On top of the pages of the login and the sign-up: which plan somebody came for, and that they
 * come out at its order.
 */
export function WantedPlan({ plan, first }: Props) {
  const { t } = useTranslation('common');
  if (!plan) return null;
  return (
    <p className="rounded-control bg-accent-subtle px-4 py-3 text-sm text-ink">
      {t(`wantedPlan.${first}`, { plan: plan.planName })}
    </p>
  );
}
