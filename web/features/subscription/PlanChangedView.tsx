import { useQuery } from '@apollo/client/react';
import { PlanChangedScreenDocument } from '@/generated/PlanChangedScreen';
import { Completed } from '@/layouts/Completed';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';
import { ComingFacts } from './ChangePlanView';

/** Says which plan a contract is going to be of, from when, and until when that can be undone. */
export function PlanChangedView() {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { data } = useQuery(PlanChangedScreenDocument, { variables: useVariables(PlanChangedScreenDocument) });
  const subscription = data?.screen?.subscription;
  if (!subscription?.planChange) return null;
  const { planChange, planChangeUndoDay: undo } = subscription;
  return (
    <Completed
      title={t('plan.done')}
      text={t('plan.doneText')}
      next={{ href: paths.subscription(subscription.subscriptionId), label: t('kept.toContract') }}
    >
      <DefinitionList
        facts={[
          { term: t('plan.now'), detail: subscription.planName },
          { term: t('plan.after'), detail: planChange.planName },
        ]}
      />
      <ComingFacts plan={planChange} />
      {undo && <p>{t('plan.undoable', { day: formatDate(undo, locale) })}</p>}
    </Completed>
  );
}
