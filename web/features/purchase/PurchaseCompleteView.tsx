import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { showsExpiry } from '@/features/bought/expiry';
import { PasskeyOffer } from '@/features/passkey/PasskeyOffer';
import { isSubscription } from '@/features/plans/availability';
import type { OrderVerificationFragment } from '@/generated/fragments';
import { PurchaseCompleteScreenDocument, type PurchaseCompleteScreenQuery } from '@/generated/PurchaseCompleteScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAsking } from '@/lib/asking';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { useRefetch } from '@/lib/refetch';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DefinitionList, type Fact } from '@/ui/DefinitionList';
import { LiveRegion } from '@/ui/LiveRegion';
import { Money } from '@/ui/Money';
import { Notice } from '@/ui/Notice';
import { TextLink } from '@/ui/TextLink';
import { useKeptAnswers } from './keptAnswers';
import { useKeptHolder } from './keptHolder';
import { useEndsSignup, useOrderStep } from './steps';

type Screen = NonNullable<PurchaseCompleteScreenQuery['screen']>;
type Bought = Screen & { [K in 'plan' | 'verification']: NonNullable<Screen[K]> };

function isBought(screen: Screen | null | undefined): screen is Bought {
  return !!(screen?.plan && screen.verification);
}

/**
 * The end of the checkout: what happened, or that the result is not known yet. Then the result is
 * announced when it comes.
 */
export function PurchaseCompleteView() {
  const { t } = useTranslation('purchase');
  const { data } = useQuery(PurchaseCompleteScreenDocument, {
    variables: useVariables(PurchaseCompleteScreenDocument),
  });
  const screen = data?.screen;
  const refetch = useRefetch(PurchaseCompleteScreenDocument);
  const [waited] = useState(!!screen?.isPending);
  const planId = screen?.plan?.planId;
  const { forget } = useKeptAnswers(planId ?? '');
  const holder = useKeptHolder(planId ?? '');
  const tidy = useEffectEvent(() => {
    forget();
    holder.forget();
  });
  useEffect(() => {
    if (planId) tidy();
  }, [planId]);
  if (!isBought(screen)) return null;
  return (
    <>
      <LiveRegion className="sr-only">{waited && !screen.isPending && t('complete.title')}</LiveRegion>
      {screen.isPending ? <Pending refetch={refetch} abandonUrl={screen.abandonUrl} /> : <Done screen={screen} />}
    </>
  );
}

/**
 * It is not known yet how the payment ended: nothing to pay twice. Anyone who left the provider's
 * page without having agreed, by the back button or a closed tab, need not wait until the provider
 * is asked no more.
 */
function Pending({ refetch, abandonUrl }: { refetch: () => Promise<void>; abandonUrl: string | null }) {
  const { t } = useTranslation('purchase');
  useAsking(refetch);
  return (
    <>
      <PageHeading title={t('pending.title')} />
      <Notice tone="caution">{t('pending.text')}</Notice>
      {abandonUrl && (
        <Card title={t('pending.unfinished')}>
          <p>{t('pending.abandonText')}</p>
          <form action={abandonUrl} method="post">
            <Button type="submit" kind="secondary">
              {t('pending.abandon')}
            </Button>
          </form>
        </Card>
      )}
      <LinkButton href={paths.mypagePlans} wide>
        {t('complete.toPlans')}
      </LinkButton>
    </>
  );
}

/** What was bought, what was paid, what comes by mail, and the one next step. */
function Done({ screen }: { screen: Bought }) {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const { plan, verification: order, orderId, subscriptionId, orderCompletedMessage } = screen;
  const next = useNextPayment(order);
  const at = useOrderStep(3);
  const endsSignup = useEndsSignup();
  return (
    <>
      <PageHeading title={t('complete.title')} {...at} />
      <Notice tone="done">{t('complete.mail')}</Notice>
      {orderCompletedMessage && <p className="whitespace-pre-line">{orderCompletedMessage}</p>}
      <DefinitionList
        facts={[
          { term: t('complete.plan'), detail: plan.planName },
          { term: t('complete.paid'), detail: <Money yen={order.billingAmount} /> },
          isSubscription(plan) && next,
          showsExpiry(order.entitlementExpiration)
            ? { term: t('summary.viewUntil'), detail: formatDate(order.entitlementExpiration, locale) }
            : null,
        ]}
      />
      {plan.watchUrl && (
        <LinkButton href={plan.watchUrl} elsewhere wide>
          {t('complete.watch')}
        </LinkButton>
      )}
      <LinkButton
        kind={plan.watchUrl ? 'secondary' : 'primary'}
        href={subscriptionId ? paths.subscription(subscriptionId) : paths.purchases()}
        wide
      >
        {t(subscriptionId ? 'complete.toContract' : 'complete.toBought')}
      </LinkButton>
      {orderId && (
        <TextLink href={paths.evidence(orderId)} className="self-center">
          {t('complete.toEvidence')}
        </TextLink>
      )}
      {endsSignup && <PasskeyOffer />}
    </>
  );
}

/**
 * The first charge still to come: the very first one after a trial, else the second one, even where
 * nothing was paid now because a campaign pays for it.
 */
function useNextPayment({ schedule, freeTrialDays }: OrderVerificationFragment): Fact | null {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const next = schedule[freeTrialDays > 0 ? 0 : 1];
  if (!next) return null;
  return {
    term: t('complete.next'),
    detail: (
      <>
        {formatDate(next.day, locale)}
        <span className="block">
          <Money yen={next.amount} />
        </span>
      </>
    ),
  };
}
