import type { ReactNode } from 'react';
import type { PlanFragment } from '@/generated/fragments';
import { formatPer, formatYen } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { cx } from '@/ui/cx';
import { Money } from '@/ui/Money';
import { Added } from './Added';
import { hasOneOf, kindAmong } from './availability';
import { ContractButton } from './ContractButton';
import { monthlyPrice } from './monthly';
import { PlanBadges } from './PlanBadges';
import { SaleDays } from './SaleDays';

type Props = { plans: readonly PlanFragment[]; title: string; signup: boolean };

/** Subscriptions side by side: a column for each, a row for each thing that they differ by. */
export function Comparison({ plans, title, signup }: Props) {
  const { t } = useTranslation('plans');
  const names = [...new Set(plans.flatMap(({ features }) => features.map(({ name }) => name)))];
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <td className="w-32" />
            {plans.map((plan) => (
              <th key={plan.planId} scope="col" className={cx('p-4 align-top font-normal', tint(plan))}>
                <div className="flex flex-col items-start gap-2">
                  <PlanBadges plan={plan} />
                  <span className="font-bold text-balance">{plan.planName}</span>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name={t('compare.price')} plans={plans} value={(plan) => <Price plan={plan} />} />
          <Row name={t('compare.monthly')} plans={plans} value={(plan) => <Monthly plan={plan} />} />
          {plans.some(({ freeTrialDays }) => freeTrialDays > 0) && (
            <Row
              name={t('compare.trial')}
              plans={plans}
              value={({ freeTrialDays }) =>
                freeTrialDays > 0 ? <b>{t('compare.days', { days: freeTrialDays })}</b> : <None />
              }
            />
          )}
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              plans={plans}
              value={({ features }) => features.find((feature) => feature.name === name)?.value ?? <None />}
            />
          ))}
          <Row
            name={<span className="visually-hidden">{t('compare.order')}</span>}
            plans={plans}
            value={(plan) => (
              <div className="flex flex-col gap-2">
                <SaleDays plan={plan} />
                <ContractButton plan={plan} signup={signup} kind={kindAmong(plan, plans)} className="px-2 text-sm" />
                {hasOneOf(plans) && <Added plan={plan} />}
              </div>
            )}
          />
        </tbody>
      </table>
    </div>
  );
}

const tint = ({ recommended }: PlanFragment) => recommended && 'bg-accent-subtle';

type RowProps = { name: ReactNode; plans: readonly PlanFragment[]; value: (plan: PlanFragment) => ReactNode };

function Row({ name, plans, value }: RowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="p-4 align-top text-sm font-normal text-ink-2">
        {name}
      </th>
      {plans.map((plan) => (
        <td key={plan.planId} className={cx('p-4 align-top', tint(plan))}>
          {value(plan)}
        </td>
      ))}
    </tr>
  );
}

function Price({ plan }: { plan: PlanFragment }) {
  const per = formatPer(plan.renewSpan, plan.renewSpanUnit, useLocale());
  return <Money yen={plan.price} per={per} />;
}

function Monthly({ plan }: { plan: PlanFragment }) {
  const { t } = useTranslation('plans');
  const locale = useLocale();
  const { yen, exact } = monthlyPrice(plan);
  const price = formatYen(yen, locale);
  return <span className="tabular-nums">{exact ? price : t('compare.about', { price })}</span>;
}

function None() {
  const { t } = useTranslation('plans');
  return (
    <span className="text-ink-2">
      <span aria-hidden>—</span>
      <span className="visually-hidden">{t('compare.none')}</span>
    </span>
  );
}
