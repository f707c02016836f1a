import type { PlanFragment } from '@/generated/fragments';
import { formatDateTime, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Button, LinkButton } from '@/ui/Button';
import { Money } from '@/ui/Money';
import { buttonWords, contractButton, indicatorBadge, isSubscription, kindOf } from './availability';

type Props = {
  plan: PlanFragment;
  /** The order goes on in the sign-up flow. */
  signup?: boolean;
  /**
   * Its picture may be in sight at once: it comes before all others, which wait until they are
   * scrolled to.
   */
  first?: boolean;
};

/** A plan on sale: name, description, price, what is left, and its contract button. */
export function PlanCard({ plan, signup = false, first = false }: Props) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const { enabled } = contractButton[plan.availability];
  return (
    <article className="card flex h-full flex-col gap-3 overflow-hidden" aria-label={plan.planName}>
      {plan.image && (
        <div className="-mx-4 -mt-4 sm:-mx-6 sm:-mt-6">
          <img
            src={plan.image}
            alt=""
            width={480}
            height={270}
            fetchPriority={first ? 'high' : undefined}
            loading={first ? undefined : 'lazy'}
            className="aspect-video w-full object-cover"
          />
        </div>
      )}
      <Badges plan={plan} />
      <h3 className="text-xl">{plan.planName}</h3>
      <p className="text-sm text-ink-2">{plan.planDescriptionText}</p>
      <div className="mt-auto flex flex-col gap-1 pt-1">
        {plan.availability === 'BEFORE_SALE' && plan.salesStartDate && (
          <p className="text-sm text-ink-2">{t('salesStart', { at: formatDateTime(plan.salesStartDate, locale) })}</p>
        )}
        {enabled && plan.salesEndDate && (
          <p className="text-sm text-ink-2">{t('salesEnd', { at: formatDateTime(plan.salesEndDate, locale) })}</p>
        )}
        <p className="text-xl leading-normal">
          <Money
            yen={plan.price}
            per={isSubscription(plan) ? formatPer(plan.renewSpan, plan.renewSpanUnit, locale) : undefined}
          />
        </p>
        {kindOf(plan) === 'rental' && plan.viewingDays > 0 && (
          <p className="text-sm text-ink-2">{t('viewingDays', { days: plan.viewingDays })}</p>
        )}
      </div>
      <ContractButton plan={plan} signup={signup} />
    </article>
  );
}

function Badges({ plan }: { plan: PlanFragment }) {
  const { t } = useTranslation('plans');
  const indicator = plan.salesIndicator && indicatorBadge[plan.salesIndicator];
  return (
    <p className="flex flex-wrap gap-2">
      <Badge>{t(`type.${kindOf(plan)}`)}</Badge>
      {indicator && <Badge tone={indicator.tone}>{t(indicator.words, { count: plan.salesLimit ?? 0 })}</Badge>}
    </p>
  );
}

/** A link when the plan can be had, else a button that says why not. */
function ContractButton({ plan, signup }: { plan: PlanFragment; signup: boolean }) {
  const { t } = useTranslation('plans');
  const { enabled } = contractButton[plan.availability];
  const label = (
    <span>
      {t(buttonWords(plan), { days: plan.freeTrialDays })}
      <span className="visually-hidden">{`: ${plan.planName}`}</span>
    </span>
  );
  if (!enabled) {
    return (
      <Button kind="secondary" wide disabled>
        {label}
      </Button>
    );
  }
  return (
    <LinkButton href={`${paths.plan(plan.planId)}${signup ? '?signup=1' : ''}`} wide>
      {label}
    </LinkButton>
  );
}
