import type { ReactNode } from 'react';
import type { SubscriptionFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';
import { TextLink } from '@/ui/TextLink';
import { ContractStatus } from './ContractStatus';
import { useContractFacts } from './useContractFacts';

type Props = {
  subscription: SubscriptionFragment;
  /**
   * The list is on the page of leaving: a contract that runs is cancelled from here, which leads
   * back (L-062).
   */
  leaving?: boolean;
};

/**
 * A contract in the plan list: status, name, description in plain text, the day that matters next,
 * how it is paid.
 */
export function ContractCard({ subscription, leaving = false }: Props) {
  const { t } = useTranslation('plans');
  const { subscriptionId: id, planName } = subscription;
  const { trial, nextDay, change, method } = useContractFacts(subscription);
  return (
    <article className="card flex flex-col gap-3" aria-label={subscription.planName}>
      <ContractStatus subscription={subscription} />
      <h3 className="text-xl">{subscription.planName}</h3>
      <p className="text-sm text-ink-2">{subscription.planDescriptionText}</p>
      <DefinitionList facts={[trial, nextDay, change, method]} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Action href={paths.subscription(id)} plan={planName}>
          {t('details')}
        </Action>
        {subscription.statusGroup === 'CANCEL_REQUESTED' && (
          <Action href={paths.undoCancellation(id)} plan={planName}>
            {t('continue')}
          </Action>
        )}
        {leaving && subscription.isWithdraw && (
          <LinkButton href={paths.cancelSubscription(id, paths.withdraw)} kind="danger">
            {t('cancel')}
            <span className="visually-hidden">{`: ${planName}`}</span>
          </LinkButton>
        )}
      </div>
    </article>
  );
}

function Action({ href, plan, children }: { href: string; plan: string; children: ReactNode }) {
  return (
    <TextLink href={href}>
      {children}
      <span className="visually-hidden">{`: ${plan}`}</span>
    </TextLink>
  );
}
