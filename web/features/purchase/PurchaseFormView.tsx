import dynamic from 'next/dynamic';
import { useState } from 'react';
import { isClosed, kindOf } from '@/features/plans/availability';
import { SamplePlayer } from '@/features/player/SamplePlayer';
import type { OrderVerificationFragment } from '@/generated/fragments';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { Money } from '@/ui/Money';
import { CheckoutForm } from './CheckoutForm';
import { OrderSummary } from './OrderSummary';
import { PlanDetails } from './PlanDetails';
import { useOrderStep } from './steps';

// What is shown in place of the form has scripts of its own.
const ClosedPlan = dynamic(() => import('./ClosedPlan').then((part) => part.ClosedPlan));
const Sibling = dynamic(() => import('./Sibling').then((part) => part.Sibling));

type Props = { screen: NonNullable<PurchaseFormScreenQuery['screen']> };

/**
 * The first step of a plan's checkout: how to pay and the plan's questions, then what the plan is,
 * and its sample.
 */
export function PurchaseFormView({ screen }: Props) {
  const { t } = useTranslation(['purchase', 'plans']);
  const locale = useLocale();
  const at = useOrderStep(1);
  const [verified, setVerified] = useState<OrderVerificationFragment | null>(null);
  const [byProvider, setByProvider] = useState(false);
  const { plan, verification, failure, selectedPaymentMethodId } = screen;
  const declined = failure?.code === 'CARD_DECLINED' || failure?.code === 'PAYMENT_DECLINED';
  const refused = declined && !selectedPaymentMethodId;
  const refusal = <Alert>{failure?.message}</Alert>;
  if (screen.sibling) {
    return (
      <>
        <PageHeading title={plan.planName} about={plan.planDescriptionText} />
        <p className="text-xl">
          <Money yen={plan.price} per={formatPer(plan.renewSpan, plan.renewSpanUnit, locale)} />
        </p>
        <Sibling subscription={screen.sibling} blockedBy={screen.siblingBlockedBy} planId={plan.planId} />
        <PlanDetails plan={plan} />
      </>
    );
  }
  if (isClosed(plan.availability)) {
    return (
      <>
        {refusal}
        <ClosedPlan plan={plan} availability={plan.availability} held={screen.held} />
      </>
    );
  }
  return (
    <>
      <PageHeading title={t('form.title')} {...at} />
      {refusal}
      <PurchaseColumns
        summary={
          <OrderSummary plan={plan} order={verified ?? verification} nextDay={byProvider ? screen.orderedNext : null} />
        }
      >
        <CheckoutForm
          key={`${selectedPaymentMethodId} ${refused}`}
          screen={screen}
          refused={refused}
          onVerified={setVerified}
          onOrdered={setByProvider}
        />
        <section className="flex flex-col gap-2" aria-label={plan.planName}>
          <p>
            <Badge>{t(`plans:type.${kindOf(plan)}`)}</Badge>
          </p>
          <h2 className="text-xl">{plan.planName}</h2>
          <PlanDetails plan={plan} />
        </section>
        <SamplePlayer key={plan.planId} sample={plan.sample} name={plan.planName} poster={plan.image} />
      </PurchaseColumns>
    </>
  );
}
