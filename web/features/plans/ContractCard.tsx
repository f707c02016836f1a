import type { SubscriptionFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';
import { ContractStatus } from './ContractStatus';
import { useContractFacts } from './useContractFacts';

/** A contract in the plan list: status, name, description in plain text, the day that matters next, how it is paid. */
export function ContractCard({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('plans');
  const { trial, nextDay, method } = useContractFacts(subscription);
  return (
    <article className="card flex flex-col gap-3" aria-label={subscription.planName}>
      <ContractStatus subscription={subscription} />
      <h3 className="text-xl">{subscription.planName}</h3>
      <p className="text-sm text-ink-2">{subscription.planDescriptionText}</p>
      <DefinitionList facts={[trial, nextDay, method]} />
      <Link
        href={paths.subscription(subscription.subscriptionId)}
        className="inline-flex min-h-11 items-center self-start"
      >
        {t('details')}
        <span className="visually-hidden">{`: ${subscription.planName}`}</span>
      </Link>
    </article>
  );
}
