import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ContractStatus } from '@/features/plans/ContractStatus';
import { useContractFacts } from '@/features/plans/useContractFacts';
import type { SubscriptionFragment } from '@/generated/fragments';
import { SubscriptionScreenDocument } from '@/generated/SubscriptionScreen';
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
import { Outlook } from './Outlook';
import { RetryPayment } from './RetryPayment';

/**
 * One contract: what it is, what it costs, how it is paid, what becomes of it, and what its member
 * can do.
 */
export function SubscriptionView() {
  const { t } = useTranslation('subscription');
  const { data } = useQuery(SubscriptionScreenDocument, { variables: useVariables(SubscriptionScreenDocument) });
  const screen = data?.screen;
  const refetch = useRefetch(SubscriptionScreenDocument);
  const [paid, setPaid] = useState(false);
  if (!screen?.subscription) return null;
  const { subscription, outlook, changeBlockedBy, retryBlockedBy, orderId } = screen;
  const { statusGroup } = subscription;
  const blocked = statusGroup !== 'CANCEL_REQUESTED' && outlook.course !== 'CHECKING' && changeBlockedBy;
  return (
    <>
      <PageHeading title={t('title')} />
      <Alert tone="done">{paid && statusGroup === 'CONTRACT' && t('retry.done')}</Alert>
      <StatusNotice subscription={subscription} />
      <Card>
        <ContractStatus subscription={subscription} />
        <h2 className="text-xl">{subscription.planName}</h2>
        <p className="text-ink-2">{subscription.planDescriptionText}</p>
        <Facts subscription={subscription} />
        <Outlook outlook={outlook} />
        {blocked && <p>{blocked.message}</p>}
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap [&>noscript]:basis-full">
          {statusGroup === 'HOLD' && !retryBlockedBy && (
            <RetryPayment
              subscription={subscription}
              outlook={outlook}
              refetch={refetch}
              onPaid={() => setPaid(true)}
            />
          )}
          {!changeBlockedBy && (
            <LinkButton href={paths.changeMethod(subscription.subscriptionId)} kind="secondary">
              {t('method.change')}
            </LinkButton>
          )}
          <NextStep subscription={subscription} />
        </div>
        {orderId && (
          <TextLink href={paths.evidence(orderId)} className="self-start">
            {t('toEvidence')}
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

function Facts({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { trial, nextDay, method } = useContractFacts(subscription, true);
  const { billingAmount, originalPrice, renewSpan, renewSpanUnit, firstPaymentDay, forceStopRenewDate } = subscription;
  const { campaign, campaignApplicablePeriod: period } = subscription;
  const day = (value: string) => formatDate(value, locale);
  return (
    <DefinitionList
      facts={[
        {
          term: t('amount'),
          detail: <Money yen={billingAmount} per={formatPer(renewSpan, renewSpanUnit, locale)} />,
        },
        originalPrice !== billingAmount && { term: t('originalPrice'), detail: <Money yen={originalPrice} /> },
        { term: t('cycle'), detail: formatEvery(renewSpan, renewSpanUnit, locale) },
        trial,
        { term: t('firstPaymentDay'), detail: day(firstPaymentDay) },
        nextDay,
        campaign && { term: t('campaign'), detail: campaign.campaignName },
        period && {
          term: t('campaignPeriod'),
          detail: t('span', { from: day(period.startDate), to: period.endDate ? day(period.endDate) : '' }),
        },
        forceStopRenewDate ? { term: t('forceStop'), detail: day(forceStopRenewDate) } : null,
        method,
      ]}
    />
  );
}
