import { PurchaseCompleteScreenDocument } from '@/generated/PurchaseCompleteScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { usePageQuery } from '@/lib/apollo';
import { formatDate, formatPrice } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { DefinitionList } from '@/ui/DefinitionList';
import { Notice } from '@/ui/Notice';
import { isSubscription } from '../plans/availability';
import { showsExpiry } from './OrderSummary';

/** What was bought, what was paid, what comes by mail, and the one next step. */
export function PurchaseCompleteView() {
  const { t } = useTranslation('purchase');
  const locale = useLocale();
  const { screen } = usePageQuery(PurchaseCompleteScreenDocument);
  if (!screen?.plan || !screen.verification) return null;
  const { plan, verification: order, isPending } = screen;
  const subscription = isSubscription(plan);
  if (isPending) {
    return (
      <>
        <PageHeading title={t('pending.title')} />
        <Notice tone="caution">{t('pending.text')}</Notice>
        <LinkButton href={paths.mypagePlans} wide>
          {t('complete.toPlans')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <PageHeading title={t('complete.title')} />
      <Notice tone="done">{t('complete.mail')}</Notice>
      {screen.orderCompletedMessage && <p className="whitespace-pre-line">{screen.orderCompletedMessage}</p>}
      <DefinitionList
        facts={[
          { term: t('complete.plan'), detail: plan.planName },
          { term: t('complete.paid'), detail: formatPrice(order.billingAmount, locale) },
          subscription && {
            term: t('complete.next'),
            detail: nextPayment(order.schedule, order.billingAmount, locale),
          },
          showsExpiry(order.entitlementExpiration)
            ? { term: t('summary.viewUntil'), detail: formatDate(order.entitlementExpiration, locale) }
            : null,
        ]}
      />
      <LinkButton href={screen.subscriptionId ? paths.subscription(screen.subscriptionId) : paths.mypage} wide>
        {t(screen.subscriptionId ? 'complete.toContract' : 'complete.toMypage')}
      </LinkButton>
    </>
  );
}

type Charge = { day: string; amount: number };

/** The first charge still to come: the very first one after a trial, the second one when the first was paid now. */
function nextPayment(schedule: readonly Charge[], paidNow: number, locale: 'ja' | 'en'): string | null {
  const next = schedule[paidNow > 0 ? 1 : 0];
  return next ? `${formatDate(next.day, locale)}　${formatPrice(next.amount, locale)}` : null;
}
