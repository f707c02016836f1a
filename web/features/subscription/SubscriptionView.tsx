import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ContractStatus } from '@/features/plans/ContractStatus';
import { useContractFacts } from '@/features/plans/useContractFacts';
import type { OutlookFragment, SubscriptionFragment } from '@/generated/fragments';
import { SubscriptionScreenDocument, type SubscriptionScreenQuery } from '@/generated/SubscriptionScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDate, formatEvery, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { Alert } from '@/ui/Alert';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { NextCharge } from './Outlook';
import { PlanChange } from './PlanChange';
import { RetryPayment } from './RetryPayment';
import { WaitingPlan } from './WaitingPlan';

/**
 * One contract: what it is, what it costs, how it is paid, what becomes of it, and what its member
 * can do.
 */
export function SubscriptionView() {
  const { data } = useQuery(SubscriptionScreenDocument, { variables: useVariables(SubscriptionScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SubscriptionScreenDocument);
  const [paid, setPaid] = useState(false);
  return screen?.subscription ? (
    <Contract screen={screen} refetch={refetch} paid={paid} onPaid={() => setPaid(true)} />
  ) : null;
}

type Props = {
  screen: NonNullable<SubscriptionScreenQuery['screen']>;
  /** Asks for the contract anew. */
  refetch: () => Promise<void>;
  paid: boolean;
  onPaid: () => void;
};

function Contract({ screen, refetch, paid, onPaid }: Props) {
  const { t } = useTranslation('subscription');
  const [kept, setKept] = useState(false);
  const { method } = useContractFacts(screen.subscription, true);
  const { subscription, outlook, changeBlockedBy, retryBlockedBy, isPlanChangeable } = screen;
  const { waitingPlanName: waiting, orderId, planChangeId } = screen;
  const { statusGroup, subscriptionId } = subscription;
  const keepPlan = () => {
    setKept(true);
    void refetch();
  };
  const blocked = statusGroup !== 'CANCEL_REQUESTED' && outlook.course !== 'CHECKING' && changeBlockedBy;
  return (
    <>
      <PageHeading title={t('title')} />
      <Alert tone="done">{paid && statusGroup === 'CONTRACT' && t('retry.done')}</Alert>
      <Alert tone="done">{kept && !subscription.planChange && !waiting && t('plan.undone')}</Alert>
      <StatusNotice subscription={subscription} />
      <Card>
        <ContractStatus subscription={subscription} />
        <h2 className="text-xl">{subscription.planName}</h2>
        <NextCharge outlook={outlook} />
        {method && <p className="text-ink-2">{method.detail}</p>}
        <PlanChange subscription={subscription} onKept={keepPlan} refetch={refetch} />
        {waiting && <WaitingPlan subscriptionId={subscriptionId} plan={waiting} refetch={refetch} onKept={keepPlan} />}
        {blocked && <p>{blocked.message}</p>}
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap [&>noscript]:basis-full">
          {statusGroup === 'HOLD' && !retryBlockedBy && (
            <RetryPayment subscription={subscription} outlook={outlook} refetch={refetch} onPaid={onPaid} />
          )}
          {!changeBlockedBy && (
            <LinkButton href={paths.changeMethod(subscriptionId)} kind="secondary">
              {t('method.change')}
            </LinkButton>
          )}
          {isPlanChangeable && (
            <LinkButton href={paths.changePlan(subscriptionId)} kind="secondary">
              {t('plan.change')}
            </LinkButton>
          )}
          <NextStep subscription={subscription} />
        </div>
        <details className="border-t border-line">
          <summary className="min-h-11 cursor-pointer content-center font-bold">{t('details')}</summary>
          <p className="text-ink-2">{subscription.planDescriptionText}</p>
          <Facts subscription={subscription} outlook={outlook} />
        </details>
        {orderId && (
          <TextLink href={paths.evidence(orderId, paths.subscription(subscriptionId))} className="self-start">
            {t('toEvidence')}
          </TextLink>
        )}
        {planChangeId && (
          <TextLink href={paths.evidence(planChangeId, paths.subscription(subscriptionId))} className="self-start">
            {t('plan.toEvidence')}
          </TextLink>
        )}
      </Card>
    </>
  );
}

function StatusNotice({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('subscription');
  if (subscription.statusGroup === 'HOLD') {
    return (
      <Notice tone="error" title={t('hold.title')}>
        {t('hold.text')}
      </Notice>
    );
  }
  if (subscription.isRenewing || subscription.isRenewalInProgress) return <Notice>{t('renewing')}</Notice>;
  return null;
}

/** The way to cancel, and back from it (S-076). */
function NextStep({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation(['subscription', 'plans']);
  const { subscriptionId: id, statusGroup, isWithdraw } = subscription;
  if (statusGroup === 'CANCEL_REQUESTED') {
    return (
      <LinkButton href={paths.undoCancellation(id)} kind="secondary">
        {t('plans:continue')}
      </LinkButton>
    );
  }
  if (!isWithdraw) return null;
  return (
    <LinkButton href={paths.cancelSubscription(id)} kind="danger">
      {t('toCancel')}
    </LinkButton>
  );
}

/** The rest. What is charged next is above: its amount and its day are not said again. */
function Facts({ subscription, outlook }: { subscription: SubscriptionFragment; outlook: OutlookFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { trial, nextDay } = useContractFacts(subscription);
  const { billingAmount, originalPrice, renewSpan, renewSpanUnit, firstPaymentDay, forceStopRenewDate } = subscription;
  const { amount, tax, periodStart, periodEnd } = outlook;
  const { campaign, campaignApplicablePeriod: period, planChange } = subscription;
  const day = (value: string) => formatDate(value, locale);
  return (
    <DefinitionList
      facts={[
        !planChange && {
          term: t('amount'),
          detail: <Money yen={billingAmount} per={formatPer(renewSpan, renewSpanUnit, locale)} />,
        },
        !planChange &&
          originalPrice !== billingAmount && { term: t('originalPrice'), detail: <Money yen={originalPrice} /> },
        amount !== null && amount !== billingAmount && { term: t('outlook.amount'), detail: <Money yen={amount} /> },
        tax !== null && { term: t('outlook.tax'), detail: <Money yen={tax} tax={false} /> },
        periodStart &&
          periodEnd && { term: t('outlook.period'), detail: t('span', { from: day(periodStart), to: day(periodEnd) }) },
        { term: t('cycle'), detail: formatEvery(renewSpan, renewSpanUnit, locale) },
        trial,
        firstPaymentDay !== subscription.nextSettlementDay && {
          term: t('firstPaymentDay'),
          detail: day(firstPaymentDay),
        },
        outlook.course !== 'CHARGED' && outlook.course !== 'COLLECTED' && nextDay,
        campaign && { term: t('campaign'), detail: campaign.campaignName },
        period && {
          term: t('campaignPeriod'),
          detail: t('span', { from: day(period.startDate), to: period.endDate ? day(period.endDate) : '' }),
        },
        forceStopRenewDate ? { term: t('forceStop'), detail: day(forceStopRenewDate) } : null,
      ]}
    />
  );
}
