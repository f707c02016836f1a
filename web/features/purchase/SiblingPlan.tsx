import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatPer } from '@/lib/format';
import { useLocale } from '@/lib/pageContext';
import { Money } from '@/ui/Money';
import { PlanDetails } from './PlanDetails';
import { Sibling } from './Sibling';

type Screen = NonNullable<PurchaseFormScreenQuery['screen']>;
type Props = Pick<Screen, 'plan' | 'siblingBlockedBy'> & { sibling: NonNullable<Screen['sibling']> };

/** What a member sees of a plan of whose group they have another one. */
export function SiblingPlan({ plan, sibling, siblingBlockedBy }: Props) {
  const locale = useLocale();
  return (
    <>
      <PageHeading title={plan.planName} about={plan.planDescriptionText} />
      <p className="text-xl">
        <Money yen={plan.price} per={formatPer(plan.renewSpan, plan.renewSpanUnit, locale)} />
      </p>
      <Sibling subscription={sibling} blockedBy={siblingBlockedBy} planId={plan.planId} />
      <PlanDetails plan={plan} />
    </>
  );
}
