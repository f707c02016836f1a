import type { SubscriptionFragment } from '@/generated/fragments';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { DefinitionList } from '@/ui/DefinitionList';
import { PaymentMethodName } from '../payment/PaymentMethodName';
import { ContractStatus } from './ContractStatus';

/** A contract in the plan list: status, name, description in plain text, the day that matters next, how it is paid. */
export function ContractCard({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const ends = subscription.statusGroup === 'CANCEL_REQUESTED';
  const trial = subscription.statusGroup === 'TRIAL' ? subscription.trialEndDay : null;
  return (
    <article className="card flex flex-col gap-3" aria-label={subscription.planName}>
      <ContractStatus subscription={subscription} />
      <h3 className="text-xl">{subscription.planName}</h3>
      <p className="text-sm text-ink-2">{subscription.planDescriptionText}</p>
      <DefinitionList
        facts={[
          trial ? { term: t('trialUntilTerm'), detail: t('until', { date: formatDate(trial, locale) }) } : null,
          ends
            ? { term: t('endDay'), detail: subscription.endDay && formatDate(subscription.endDay, locale) }
            : { term: t('nextSettlementDay'), detail: formatDate(subscription.nextSettlementDay, locale) },
          !ends && subscription.accountPaymentMethod
            ? { term: t('paymentMethod'), detail: <PaymentMethodName method={subscription.accountPaymentMethod} /> }
            : null,
        ]}
      />
      <Link
        href={paths.subscription(subscription.subscriptionId)}
        className="inline-flex min-h-11 items-center self-start"
      >
        {t('details')}
        <span className="visually-hidden">{`: ${subscription.planName}`}</span>
      </Link>
    </article>
  );
}
