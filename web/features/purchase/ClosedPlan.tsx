import { contractButton } from '@/features/plans/availability';
import type { PlanFragment } from '@/generated/fragments';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDateTime } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PlanDetails } from './PlanDetails';

/** A plan that cannot be had now: why not, and where there are others (S-054). Nothing here looks like an order. */
export function ClosedPlan({ plan }: { plan: PlanFragment }) {
  const { t } = useTranslation(['purchase', 'plans']);
  const locale = useLocale();
  const { availability, salesStartDate } = plan;
  return (
    <>
      <PageHeading title={plan.planName} />
      <PlanDetails plan={plan} />
      <Notice tone="caution" title={t(`plans:${contractButton[availability].words}`)}>
        {t(availability === 'CONTRACT_LIMITED' ? 'form.limited' : 'form.closed')}
        {availability === 'BEFORE_SALE' && salesStartDate && (
          <p>{t('plans:salesStart', { at: formatDateTime(salesStartDate, locale) })}</p>
        )}
      </Notice>
      <LinkButton href={paths.plans} kind="secondary" className="self-start">
        {t('form.otherPlans')}
      </LinkButton>
    </>
  );
}
