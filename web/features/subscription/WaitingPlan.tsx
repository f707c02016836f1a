import { KeepPlanDocument } from '@/generated/KeepPlan';
import { useAction } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';

type Props = {
  subscriptionId: string;
  /** Name of the plan. */
  plan: string;
  /** Asks for the contract anew. */
  refetch: () => Promise<unknown>;
  onKept: () => void;
};

/** The plan that waits for the end of a hold, and the button that takes the choice back. */
export function WaitingPlan({ subscriptionId, plan, refetch, onKept }: Props) {
  const { t } = useTranslation('subscription');
  const keep = useAction(KeepPlanDocument, undefined, { onDone: onKept, onTold: refetch, follow: 'stay' });
  return (
    <section className="flex flex-col gap-3" aria-label={t('plan.coming')}>
      <Notice title={t('plan.coming')}>{t('plan.waiting', { plan })}</Notice>
      <NeedsScript />
      <ActionNotice action={keep} />
      <Button kind="secondary" pending={keep.pending} onClick={() => void keep.run({ subscriptionId })}>
        {t('plan.undo')}
      </Button>
    </section>
  );
}
