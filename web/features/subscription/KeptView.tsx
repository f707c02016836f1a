import { useQuery } from '@apollo/client/react';
import { NextPayment } from '@/features/plans/NextPayment';
import { CancellationUndoneScreenDocument } from '@/generated/CancellationUndoneScreen';
import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';

/** Says that a contract goes on after all. */
export function KeptView() {
  const { t } = useTranslation('subscription');
  const { data } = useQuery(CancellationUndoneScreenDocument, {
    variables: useVariables(CancellationUndoneScreenDocument),
  });
  const screen = data?.screen;
  if (!screen) return null;
  const { subscription, nextPaymentDay } = screen;
  return (
    <Completed
      title={t('kept.title')}
      text={t('kept.text')}
      next={{ href: paths.subscription(subscription.subscriptionId), label: t('kept.toContract') }}
    >
      <DefinitionList
        facts={[
          { term: t('cancelled.plan'), detail: subscription.planName },
          subscription.planChange && { term: t('kept.nextPlan'), detail: subscription.planChange.planName },
          nextPaymentDay && {
            term: t('kept.nextPayment'),
            detail: <NextPayment day={nextPaymentDay} yen={subscription.billingAmount} />,
          },
        ]}
      />
    </Completed>
  );
}
