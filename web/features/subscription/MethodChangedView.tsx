import { useQuery } from '@apollo/client/react';
import { useContractFacts } from '@/features/plans/useContractFacts';
import { MethodChangedScreenDocument, type MethodChangedScreenQuery } from '@/generated/MethodChangedScreen';
import { Completed } from '@/layouts/Completed';
import { useTranslation } from '@/lib/i18n';
import { useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';
import { Outlook } from './Outlook';

/** Says that a contract has another payment method, and whether that has paid for it. */
export function MethodChangedView() {
  const { data } = useQuery(MethodChangedScreenDocument, { variables: useVariables(MethodChangedScreenDocument) });
  const screen = data?.screen;
  return screen && <Changed screen={screen} />;
}

function Changed({ screen }: { screen: NonNullable<MethodChangedScreenQuery['screen']> }) {
  const { t } = useTranslation('subscription');
  const { subscription, outlook, isReleased } = screen;
  const { method } = useContractFacts(subscription);
  return (
    <Completed
      title={t('method.changed')}
      text={t(isReleased ? 'method.paidText' : 'method.changedText')}
      next={{ href: paths.subscription(subscription.subscriptionId), label: t('kept.toContract') }}
    >
      <DefinitionList facts={[{ term: t('cancelled.plan'), detail: subscription.planName }, method]} />
      <Outlook outlook={outlook} level="h2" />
    </Completed>
  );
}
