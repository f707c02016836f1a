import { type Closed, contractButton, indicatorBadge } from '@/features/plans/availability';
import type { PlanFragment } from '@/generated/fragments';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDateTime } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PlanDetails } from './PlanDetails';

const why = {
  CONTRACT_LIMITED: 'form.limited',
  OWNED: 'form.owned',
  AFTER_SALE: 'form.afterSale',
  BEFORE_SALE: 'form.beforeSale',
  SOLD_OUT: 'form.soldOut',
} as const satisfies Record<Closed, string>;

type Props = { plan: PlanFragment; availability: Closed; held: PurchaseFormScreen['held'] };
type PurchaseFormScreen = NonNullable<PurchaseFormScreenQuery['screen']>;

/**
 * A plan that cannot be had now: why not, the way to what the member has of it, and where there are
 * others (S-054). Nothing here looks like an order.
 */
export function ClosedPlan({ plan, availability, held }: Props) {
  const { t } = useTranslation(['purchase', 'plans']);
  const locale = useLocale();
  const { salesStartDate, salesEndDate } = plan;
  const at = availability === 'BEFORE_SALE' ? salesStartDate : salesEndDate;
  const title = availability === 'SOLD_OUT' ? indicatorBadge.SOLD_OUT.words : contractButton[availability].words;
  const owned = availability === 'OWNED';
  const watchUrl = owned ? plan.watchUrl : held?.watchUrl;
  return (
    <>
      <PageHeading title={plan.planName} about={plan.planDescriptionText} />
      <PlanDetails plan={plan} />
      {held ? (
        <Notice title={t('form.heldTitle')}>{t('form.held')}</Notice>
      ) : (
        <Notice tone="caution" title={t(`plans:${title}`)}>
          {t(why[availability], { at: at ? formatDateTime(at, locale) : '' })}
        </Notice>
      )}
      {watchUrl && (
        <LinkButton href={watchUrl} elsewhere className="self-start">
          {t('plans:button.watch')}
        </LinkButton>
      )}
      {held && (
        <LinkButton
          href={paths.subscription(held.subscriptionId)}
          kind={watchUrl ? 'secondary' : 'primary'}
          className="self-start"
        >
          {t('form.toContract')}
        </LinkButton>
      )}
      {owned && (
        <LinkButton href={paths.purchases()} kind={watchUrl ? 'secondary' : 'primary'} className="self-start">
          {t('form.toPurchases')}
        </LinkButton>
      )}
      <LinkButton href={paths.plans} kind="secondary" className="self-start">
        {t('form.otherPlans')}
      </LinkButton>
    </>
  );
}
