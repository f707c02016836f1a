import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import { ContractStatus } from '@/features/plans/ContractStatus';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import type { HomeContract } from './home';
import { useNextWords } from './useNextWords';

type Props = { contract: HomeContract };

/** A contract at a glance: what it is, what is paid next and when, with what, and the way in. */
export function HomeCard({ contract }: Props) {
  const { t } = useTranslation(['mypage', 'plans']);
  const { subscription } = contract;
  const { subscriptionId: id, planName, accountPaymentMethod: method, watchUrl, planChange } = subscription;
  const locale = useLocale();
  const next = useNextWords(contract);
  const ends = subscription.statusGroup === 'CANCEL_REQUESTED';
  return (
    <article className="card flex flex-col gap-3" aria-label={planName}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{planName}</h2>
        <ContractStatus subscription={subscription} />
      </div>
      <p className="text-2xl font-bold tabular-nums">{next}</p>
      {planChange && !ends && (
        <p>{t('plans:planChangeTo', { day: formatDate(planChange.day, locale), plan: planChange.planName })}</p>
      )}
      {method && (
        <p className="text-ink-2">
          <PaymentMethodName method={withoutExpiry(method)} warnExpired />
        </p>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        {watchUrl && (
          <LinkButton href={watchUrl} elsewhere>
            {t('watch')}
            <span className="visually-hidden">{`: ${planName}`}</span>
          </LinkButton>
        )}
        <LinkButton href={paths.subscription(id)} kind="secondary">
          {t('contract')}
          <span className="visually-hidden">{`: ${planName}`}</span>
        </LinkButton>
      </div>
    </article>
  );
}

type Method = NonNullable<HomeContract['subscription']['accountPaymentMethod']>;

/** A card by its last digits alone; that it has expired is said all the same. */
function withoutExpiry(method: Method): Method {
  const { sbpsCreditInfo: card } = method;
  return { ...method, sbpsCreditInfo: card && { ...card, expireDate: '' } };
}

/** In place of the card, for a member without a plan. */
export function Offer() {
  const { t } = useTranslation('mypage');
  return (
    <section className="card flex flex-col gap-3" aria-labelledby="offer-title">
      <h2 id="offer-title" className="text-xl">
        {t('offer.title')}
      </h2>
      <p>{t('offer.text')}</p>
      <div>
        <LinkButton href={paths.mypagePlans}>{t('offer.toPlans')}</LinkButton>
      </div>
    </section>
  );
}
