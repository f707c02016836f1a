import { buttonWords, indicatorBadge, isSubscription, kindOf } from '@/features/plans/availability';
import { SamplePlayer } from '@/features/player/SamplePlayer';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDateTime, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { TextLink } from '@/ui/TextLink';
import { NextCharge } from './NextCharge';
import { Campaign } from './OrderSummary';
import { PlanDetails } from './PlanDetails';

type Screen = NonNullable<PurchaseFormScreenQuery['screen']>;
type Props = {
  plan: Screen['plan'];
  order: Screen['verification'];
  conditions: NonNullable<Screen['conditions']>;
};

/**
 * What a visitor sees of a plan: the picture first on a phone, then the price with the one button;
 * from 960 px these two stay in view on the right.
 */
export function VisitorPlan({ plan, order, conditions }: Props) {
  const { t } = useTranslation(['purchase', 'plans']);
  const indicator = plan.salesIndicator && indicatorBadge[plan.salesIndicator];
  return (
    <>
      <PageHeading title={plan.planName} about={plan.planDescriptionText} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-x-12">
        {plan.sample && (
          <SamplePlayer
            key={plan.planId}
            sample={plan.sample}
            name={plan.planName}
            poster={plan.image}
            level="h2"
            first
          />
        )}
        {plan.image && !plan.sample && (
          <img
            src={plan.image}
            alt=""
            width={960}
            height={540}
            fetchPriority="high"
            className="aspect-video w-full rounded-card border border-line object-cover"
          />
        )}
        <aside aria-label={plan.planName} className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <PriceCard plan={plan} order={order} />
        </aside>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1">
          <p className="flex flex-wrap gap-2">
            <Badge>{t(`plans:type.${kindOf(plan)}`)}</Badge>
            {indicator && (
              <Badge tone={indicator.tone}>{t(`plans:${indicator.words}`, { count: plan.salesLimit ?? 0 })}</Badge>
            )}
          </p>
          <PlanDetails plan={plan} />
          <section aria-label={t('offer.conditions')} className="flex flex-col gap-3">
            <h2 className="text-xl">{t('offer.conditions')}</h2>
            <p className="text-ink-2">{t('offer.today')}</p>
            <DefinitionList facts={conditions.map(({ key, title, text }) => ({ key, term: title, detail: text }))} />
          </section>
        </div>
      </div>
    </>
  );
}

/**
 * The price, when it is paid, and the one button: to the sign-up, which leads back to this
 * plan's form.
 */
function PriceCard({ plan, order }: Pick<Props, 'plan' | 'order'>) {
  const { t } = useTranslation(['purchase', 'plans']);
  const locale = useLocale();
  const renews = isSubscription(plan);
  const form = paths.plan(plan.planId);
  return (
    <Card>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Money yen={plan.price} size="large" />
          {renews && (
            <span className="text-sm text-ink-2">{formatPer(plan.renewSpan, plan.renewSpanUnit, locale)}</span>
          )}
        </p>
        {plan.freeTrialDays > 0 && <p className="text-sm">{t('summary.trial', { days: plan.freeTrialDays })}</p>}
        {kindOf(plan) === 'rental' && plan.viewingDays > 0 && (
          <p className="text-sm text-ink-2">{t('plans:viewingDays', { days: plan.viewingDays })}</p>
        )}
        {plan.salesEndDate && (
          <p className="text-sm text-ink-2">{t('plans:salesEnd', { at: formatDateTime(plan.salesEndDate, locale) })}</p>
        )}
      </div>
      {renews && (
        <section aria-label={t('offer.schedule')} className="flex flex-col gap-1">
          <h2 className="text-sm font-bold">{t('offer.schedule')}</h2>
          <p>
            {t('offer.dueToday')} <Money yen={order.billingAmount} />
          </p>
          {order.renewalAmount !== null && (
            <>
              <p className="font-bold">
                <NextCharge plan={plan} order={order} />
              </p>
              <p className="text-sm">{t('summary.anyTime')}</p>
            </>
          )}
          <Campaign order={order} />
        </section>
      )}
      <LinkButton href={paths.signupFor(form)} wide>
        {t(`plans:${buttonWords(plan)}`, { days: plan.freeTrialDays })}
      </LinkButton>
      <p className="text-sm text-ink-2">{t('offer.next')}</p>
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-3">
        {t('offer.member')}
        <TextLink href={paths.login(form)}>{t('offer.login')}</TextLink>
      </p>
    </Card>
  );
}
