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
import { PaymentMethodName } from '../payment/PaymentMethodName';
import { ContractStatus } from '../plans/ContractStatus';

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
  const day = (value: string) => formatDate(value, locale);
  const ends = subscription.statusGroup === 'CANCEL_REQUESTED';
  const { renewSpan, renewSpanUnit, trialEndDay, forceStopRenewDate, campaign, campaignApplicablePeriod } =
    subscription;
  return (
    <DefinitionList
      facts={[
        {
          term: t('amount'),
          detail: <Money yen={subscription.billingAmount} per={formatPer(renewSpan, renewSpanUnit, locale)} />,
        },
        subscription.originalPrice !== subscription.billingAmount && {
          term: t('originalPrice'),
          detail: <Money yen={subscription.originalPrice} />,
        },
        { term: t('cycle'), detail: formatEvery(renewSpan, renewSpanUnit, locale) },
        subscription.statusGroup === 'TRIAL' && trialEndDay
          ? { term: t('trial'), detail: t('until', { date: day(trialEndDay) }) }
          : null,
        { term: t('firstPaymentDay'), detail: day(subscription.firstPaymentDay) },
        ends
          ? { term: t('endDay'), detail: subscription.endDay && day(subscription.endDay) }
          : { term: t('nextSettlementDay'), detail: day(subscription.nextSettlementDay) },
        campaign && { term: t('campaign'), detail: campaign.campaignName },
        campaignApplicablePeriod && {
          term: t('campaignPeriod'),
          detail: `${day(campaignApplicablePeriod.startDate)} – ${campaignApplicablePeriod.endDate ? day(campaignApplicablePeriod.endDate) : ''}`,
        },
        forceStopRenewDate ? { term: t('forceStop'), detail: day(forceStopRenewDate) } : null,
        !ends && subscription.accountPaymentMethod
          ? {
              term: t('paymentMethod'),
              detail: <PaymentMethodName method={subscription.accountPaymentMethod} warnExpired />,
            }
          : null,
      ]}
    />
  );
}
