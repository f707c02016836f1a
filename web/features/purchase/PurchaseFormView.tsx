import { PurchaseFormScreenDocument, type PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { contractButton, kindOf } from '../plans/availability';
import { CheckoutForm } from './CheckoutForm';
import { NeedsScript } from './NeedsScript';
import { OrderSummary } from './OrderSummary';
import { stepCount } from './steps';

type Screen = NonNullable<PurchaseFormScreenQuery['screen']>;

/** The first step of the checkout: how to pay, and the plan's questions. */
export function PurchaseFormView() {
  const { t } = useTranslation('purchase');
  const { screen } = usePageQuery(PurchaseFormScreenDocument);
  if (!screen?.plan) return null;
  const { plan, verification, failure } = screen;
  return (
    <>
      <PageHeading title={t('form.title')} step={1} total={stepCount} />
      {failure && (
        <Notice tone="error" alert>
          {failure.message}
        </Notice>
      )}
      <PurchaseColumns summary={<OrderSummary plan={plan} order={verification} />}>
        <Offer plan={plan} />
        {contractButton[plan.availability].enabled ? (
          <>
            <NeedsScript />
            <CheckoutForm key={screen.selectedPaymentMethodId} screen={screen} />
          </>
        ) : (
          <Closed plan={plan} />
        )}
      </PurchaseColumns>
    </>
  );
}

function Offer({ plan }: { plan: Screen['plan'] }) {
  const { t } = useTranslation('plans');
  return (
    <section className="flex flex-col gap-2" aria-label={plan.planName}>
      <p>
        <Badge>{t(`type.${kindOf(plan)}`)}</Badge>
      </p>
      <h2 className="text-xl">{plan.planName}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when the store is set up */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: plan.planDescription }} />
      {plan.service && <p className="text-sm text-ink-2">{plan.service}</p>}
    </section>
  );
}

/** The plan cannot be had now: why not, and where there are others (S-054). */
function Closed({ plan }: { plan: Screen['plan'] }) {
  const { t } = useTranslation(['purchase', 'plans']);
  return (
    <>
      <Notice tone="caution" title={t(`plans:${contractButton[plan.availability].words}`)}>
        {t(plan.isSubscriptionContractLimited ? 'form.limited' : 'form.closed')}
      </Notice>
      <LinkButton href={paths.plans} kind="secondary">
        {t('form.otherPlans')}
      </LinkButton>
    </>
  );
}
