import type { PlanFragment } from '@/generated/fragments';
import { formatDateTime, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { Button, LinkButton } from '@/ui/Button';
import { Money } from '@/ui/Money';
import { contractButton, indicatorBadge, isSubscription } from './availability';

/** A plan on sale: name, description, price, what is left, and its contract button. */
export function PlanCard({ plan, signup = false }: { plan: PlanFragment; signup?: boolean }) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const { key, enabled } = contractButton[plan.availability];
  const indicator = plan.salesIndicator && indicatorBadge[plan.salesIndicator];
  const words = enabled && !isSubscription(plan) ? `button.${plan.planType}` : key;
  const label = t(words as 'button.contract', { days: plan.freeTrialDays });
  return (
    <article className="card flex h-full flex-col gap-3 overflow-hidden" aria-label={plan.planName}>
      {plan.image && (
        <img
          src={plan.image}
          alt=""
          width={480}
          height={270}
          loading="lazy"
          className="-mx-4 -mt-4 aspect-video w-auto max-w-none object-cover sm:-mx-6 sm:-mt-6"
        />
      )}
      <p className="flex flex-wrap gap-2">
        <Badge>{t(`type.${plan.planType}` as 'type.subscription')}</Badge>
        {indicator && <Badge tone={indicator.tone}>{t(indicator.key as 'indicator.enough')}</Badge>}
      </p>
      <h3 className="text-xl">{plan.planName}</h3>
      <p className="text-sm text-ink-2">{plan.planDescriptionText}</p>
      <p className="mt-auto">
        <Money
          yen={plan.price}
          per={isSubscription(plan) ? formatPer(plan.renewSpan, plan.renewSpanUnit, locale) : undefined}
        />
      </p>
      {plan.availability === 'BEFORE_SALE' && plan.salesStartDate && (
        <p className="text-sm text-ink-2">{t('salesStart', { at: formatDateTime(plan.salesStartDate, locale) })}</p>
      )}
      {enabled && plan.salesEndDate && (
        <p className="text-sm text-ink-2">{t('salesEnd', { at: formatDateTime(plan.salesEndDate, locale) })}</p>
      )}
      {enabled ? (
        <LinkButton href={`${paths.plan(plan.planId)}${signup ? '?signup=1' : ''}`} wide>
          {label}
          <span className="visually-hidden">{`: ${plan.planName}`}</span>
        </LinkButton>
      ) : (
        <Button wide disabled>
          {label}
          <span className="visually-hidden">{`: ${plan.planName}`}</span>
        </Button>
      )}
    </article>
  );
}
