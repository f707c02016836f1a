import { ContractStatus } from '@/features/plans/ContractStatus';
import { useContractFacts } from '@/features/plans/useContractFacts';
import type { SubscriptionFragment } from '@/generated/fragments';
import { SubscriptionScreenDocument } from '@/generated/SubscriptionScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { formatDate, formatEvery, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { Notice } from '@/ui/Notice';

/** One contract: what it is, what it costs, the day that matters next, how it is paid. */
export function SubscriptionView() {
  const { t } = useTranslation('subscription');
  const { screen } = usePageQuery(SubscriptionScreenDocument);
  if (!screen?.subscription) return null;
  const { subscription } = screen;
  return (
    <>
      <PageHeading title={t('title')} />
      <StatusNotice subscription={subscription} />
      <Card>
        <ContractStatus subscription={subscription} />
        <h2 className="text-xl">{subscription.planName}</h2>
        <p className="text-ink-2">{subscription.planDescriptionText}</p>
        <Facts subscription={subscription} />
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
