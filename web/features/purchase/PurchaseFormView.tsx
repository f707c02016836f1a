import { contractButton, kindOf } from '@/features/plans/availability';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { Badge } from '@/ui/Badge';
import { Notice } from '@/ui/Notice';
import { CheckoutForm } from './CheckoutForm';
import { ClosedPlan } from './ClosedPlan';
import { OrderSummary } from './OrderSummary';
import { PlanDetails } from './PlanDetails';
import { stepCount } from './steps';

/** A plan and the first step of its checkout: how to pay, and the plan's questions. */
export function PurchaseFormView() {
  const { t } = useTranslation(['purchase', 'plans']);
  const { screen } = usePageQuery(PurchaseFormScreenDocument);
  if (!screen?.plan) return null;
  const { plan, verification, failure, selectedPaymentMethodId } = screen;
  const refused = failure?.code === 'CARD_DECLINED' && !selectedPaymentMethodId;
  const refusal = failure && (
    <Notice tone="error" alert>
      {failure.message}
    </Notice>
  );
  if (!contractButton[plan.availability].enabled) {
    return (
      <>
        {refusal}
        <ClosedPlan plan={plan} />
      </>
    );
  }
  return (
    <>
      <PageHeading title={t('form.title')} step={1} total={stepCount} />
      {refusal}
      <PurchaseColumns summary={<OrderSummary plan={plan} order={verification} />}>
        <section className="flex flex-col gap-2" aria-label={plan.planName}>
          <p>
            <Badge>{t(`plans:type.${kindOf(plan)}`)}</Badge>
          </p>
          <h2 className="text-xl">{plan.planName}</h2>
          <PlanDetails plan={plan} />
        </section>
        <CheckoutForm key={`${selectedPaymentMethodId} ${refused}`} screen={screen} refused={refused} />
      </PurchaseColumns>
    </>
  );
}
