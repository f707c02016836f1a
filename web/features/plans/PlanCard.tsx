import { Check } from 'lucide';
import type { PlanFragment } from '@/generated/fragments';
import { formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import type { ButtonKind } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/Icon';
import { Money } from '@/ui/Money';
import { Added } from './Added';
import { isSubscription, kindOf } from './availability';
import { ContractButton } from './ContractButton';
import { PlanBadges } from './PlanBadges';
import { SaleDays } from './SaleDays';

type Props = {
  plan: PlanFragment;
  /** The order goes on in the sign-up flow. */
  signup?: boolean;
  /**
   * Its picture may be in sight at once: it comes before all others, which wait until they are
   * scrolled to.
   */
  first?: boolean;
  /** The kind of its button. */
  kind?: ButtonKind;
  /** It is alone: where there is room its picture is beside its words. */
  alone?: boolean;
  /** The member has another one of the plans that it is among. */
  beside?: boolean;
};

/** How many facts of a plan a card has room for; the rest is on the plan's page. */
const factsShown = 3;

/**
 * A plan on sale: name, description, price, what it has, and its contract button. A film has its
 * picture.
 */
export function PlanCard({ plan, signup = false, first = false, kind, alone = false, beside = false }: Props) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const renews = isSubscription(plan);
  return (
    <article
      className={cx(
        'flex h-full flex-col overflow-hidden rounded-card border bg-surface',
        plan.recommended ? 'border-2 border-accent-text' : 'border-line',
        alone && '@min-[44rem]:flex-row',
      )}
      aria-label={plan.planName}
    >
      {plan.image && !renews && (
        <img
          src={plan.image}
          alt=""
          width={480}
          height={270}
          fetchPriority={first ? 'high' : undefined}
          loading={first ? undefined : 'lazy'}
          className={cx('aspect-video w-full object-cover', alone && '@min-[44rem]:w-1/2')}
        />
      )}
      <div className="flex flex-1 flex-col gap-3 p-4 sm:p-6">
        <PlanBadges plan={plan} />
        <h3 className="text-xl">{plan.planName}</h3>
        <p className="text-xl leading-normal">
          <Money yen={plan.price} per={renews ? formatPer(plan.renewSpan, plan.renewSpanUnit, locale) : undefined} />
        </p>
        <p className="text-sm text-ink-2">{plan.planDescriptionText}</p>
        <Facts plan={plan} />
        <div className="mt-auto flex flex-col gap-1 pt-1">
          <SaleDays plan={plan} />
          {kindOf(plan) === 'rental' && plan.viewingDays > 0 && (
            <p className="text-sm text-ink-2">{t('viewingDays', { days: plan.viewingDays })}</p>
          )}
        </div>
        <ContractButton plan={plan} signup={signup} kind={kind} />
        {beside && <Added plan={plan} />}
      </div>
    </article>
  );
}

function Facts({ plan: { freeTrialDays, features } }: { plan: PlanFragment }) {
  const { t } = useTranslation('plans');
  const facts = [
    ...(freeTrialDays > 0 ? [{ name: t('compare.trial'), value: t('compare.days', { days: freeTrialDays }) }] : []),
    ...features,
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {facts.slice(0, factsShown).map(({ name, value }) => (
        <div key={name} className="flex items-start gap-2">
          <Icon of={Check} className="mt-1 size-4 shrink-0 text-accent-text" />
          <dt className="shrink-0 text-ink-2">{name}</dt>
          <dd className="min-w-0 font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
