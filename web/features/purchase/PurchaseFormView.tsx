import { type ReactNode, useState } from 'react';
import { kindOf } from '@/features/plans/availability';
import { SamplePlayer } from '@/features/player/SamplePlayer';
import type { OrderVerificationFragment } from '@/generated/fragments';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { useTranslation } from '@/lib/i18n';
import { Alert } from '@/ui/Alert';
import { Badge } from '@/ui/Badge';
import { CheckoutForm } from './CheckoutForm';
import { OrderSummary } from './OrderSummary';
import { PlanDetails } from './PlanDetails';
import { useOrderStep } from './steps';

type Props = {
  screen: NonNullable<PurchaseFormScreenQuery['screen']>;
  /** What to know of a plan that goes on beside this one. */
  beside: ReactNode;
};

/**
 * The first step of a plan's checkout: how to pay and the plan's questions, then what the plan is,
 * and its sample.
 */
export function PurchaseFormView({ screen, beside }: Props) {
  const { t } = useTranslation(['purchase', 'plans']);
  const at = useOrderStep(1);
  const [verified, setVerified] = useState<OrderVerificationFragment | null>(null);
  const [byProvider, setByProvider] = useState(false);
  const { plan, verification, failure, selectedPaymentMethodId } = screen;
  const declined = failure?.code === 'CARD_DECLINED' || failure?.code === 'PAYMENT_DECLINED';
  const refused = declined && !selectedPaymentMethodId;
  return (
    <>
      <PageHeading title={t('form.title')} {...at} />
      <Alert>{failure?.message}</Alert>
      {beside}
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
