import { createContext, useContext } from 'react';
import type { PlanFragment, SubscriptionFragment } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { Button, type ButtonKind, LinkButton } from '@/ui/Button';
import { buttonWords, contractButton } from './availability';

/** The contracts of the member who looks at plans. */
export const Contracts = createContext<readonly SubscriptionFragment[]>([]);

type Props = { plan: PlanFragment; signup?: boolean; kind?: ButtonKind; className?: string };

/** A link when the plan can be had, else a button that says why not. */
export function ContractButton({ plan, signup = false, kind, className }: Props) {
  const { t } = useTranslation('plans');
  const contracts = useContext(Contracts);
  const { enabled } = contractButton[plan.availability];
  const label = (
    <span>
      {t(buttonWords(plan, contracts), { days: plan.freeTrialDays })}
      <span className="visually-hidden">{`: ${plan.planName}`}</span>
    </span>
  );
  if (plan.availability === 'OWNED' && plan.watchUrl) {
    return (
      <LinkButton href={plan.watchUrl} elsewhere kind={kind} wide className={className}>
        <span>
          {t('button.watch')}
          <span className="visually-hidden">{`: ${plan.planName}`}</span>
        </span>
      </LinkButton>
    );
  }
  if (!enabled) {
    return (
      <Button kind="secondary" wide disabled className={className}>
        {label}
      </Button>
    );
  }
  return (
    <LinkButton href={`${paths.plan(plan.planId)}${signup ? '?signup=1' : ''}`} kind={kind} wide className={className}>
      {label}
    </LinkButton>
  );
}
