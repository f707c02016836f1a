import type { SubscriptionFragment } from '@/generated/fragments';
import { KeepPlanDocument } from '@/generated/KeepPlan';
import { useAction } from '@/lib/action';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';
import { ComingFacts } from './ChangePlanView';

type Props = { subscription: SubscriptionFragment; onKept: () => void; refetch: () => Promise<void> };

/** The plan that a contract is going to be of, and the button that takes that back. */
export function PlanChange({ subscription, onKept, refetch }: Props) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const keep = useAction(KeepPlanDocument, undefined, { onDone: onKept, onTold: refetch, follow: 'stay' });
  const { planChange: plan, planChangeUndoDay: undo, subscriptionId } = subscription;
  if (!plan || subscription.statusGroup === 'CANCEL_REQUESTED') return null; // for as long as it is
  return (
    <section className="flex flex-col gap-3" aria-label={t('plan.coming')}>
      <Notice title={t('plan.coming')}>
        {t('plan.comingText', { day: formatDate(plan.day, locale), plan: plan.planName })}
      </Notice>
      <ComingFacts plan={plan} />
      {undo && (
        <>
          <p>{t('plan.undoable', { day: formatDate(undo, locale) })}</p>
          <NeedsScript />
          <ActionNotice action={keep} />
          <Button kind="secondary" pending={keep.pending} onClick={() => void keep.run({ subscriptionId })}>
            {t('plan.undo')}
          </Button>
        </>
      )}
    </section>
  );
}
