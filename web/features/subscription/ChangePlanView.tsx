import { useQuery } from '@apollo/client/react';
import { NotChangeable } from '@/features/plans/NotChangeable';
import { ChangePlanScreenDocument } from '@/generated/ChangePlanScreen';
import type { ComingPlanFragment, SubscriptionFragment } from '@/generated/fragments';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDate, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { LinkButton } from '@/ui/Button';
import { Empty } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { Notice } from '@/ui/Notice';

/** Where another plan is chosen for a contract: what each costs, and from when. */
export function ChangePlanView() {
  const { t } = useTranslation('subscription');
  const { data } = useQuery(ChangePlanScreenDocument, { variables: useVariables(ChangePlanScreenDocument) });
  const screen = data?.screen;
  if (!screen) return null;
  const { subscription, blockedBy, options } = screen;
  const { subscriptionId: id, planChange, statusGroup } = subscription;
  const chosen = statusGroup !== 'CANCEL_REQUESTED' && planChange;
  return (
    <>
      <BackLink href={paths.subscription(id)}>{t('back.contract')}</BackLink>
      <PageHeading
        title={t('plan.title')}
        lead={blockedBy ? undefined : t('plan.lead', { plan: subscription.planName })}
      />
      {chosen && <Chosen plan={chosen} />}
      {blockedBy && <Notice tone="caution">{blockedBy.message}</Notice>}
      <NotChangeable subscription={subscription} blockedBy={blockedBy} />
      {blockedBy?.code === 'PLAN_CHANGE_UNPAID' && (
        <LinkButton href={paths.changeMethod(id)}>{t('plan.pay')}</LinkButton>
      )}
      {blockedBy?.code === 'PLAN_CHANGE_CANCELLED' && (
        <LinkButton href={paths.undoCancellation(id)}>{t('cancelled.toUndo')}</LinkButton>
      )}
      {options.length > 0 && <Present subscription={subscription} />}
      {options.map((plan) => (
        <Option key={plan.planId} id={id} plan={plan} />
      ))}
      {!blockedBy && options.length === 0 && <Empty>{t(chosen ? 'plan.noOther' : 'plan.none')}</Empty>}
    </>
  );
}

/** What is chosen already. Another choice replaces it. */
function Chosen({ plan }: { plan: ComingPlanFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  return (
    <Notice title={t('plan.coming')}>
      {t('plan.comingText', { day: formatDate(plan.day, locale), plan: plan.planName })}
    </Notice>
  );
}

/**
 * The plan that the others are compared with. While it is going to be another one, what is charged
 * next is of that one, and is left out.
 */
function Present({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { planName, billingAmount, renewSpan, renewSpanUnit, planChange } = subscription;
  return (
    <section className="card flex flex-col items-start gap-2" aria-label={t('plan.now')}>
      <Badge tone="accent">{t('plan.now')}</Badge>
      <h2 className="text-xl">{planName}</h2>
      {!planChange && (
        <p className="text-xl">
          <Money yen={billingAmount} per={formatPer(renewSpan, renewSpanUnit, locale)} />
        </p>
      )}
    </section>
  );
}

function Option({ id, plan }: { id: string; plan: ComingPlanFragment }) {
  const { t } = useTranslation('subscription');
  return (
    <article className="card flex flex-col gap-4" aria-label={plan.planName}>
      <h2 className="text-xl">{plan.planName}</h2>
      <p className="text-ink-2">{plan.service}</p>
      <ComingFacts plan={plan} />
      <LinkButton href={paths.changePlanConfirm(id, plan.planId)} kind="secondary">
        {t('plan.choose')}
        <span className="visually-hidden">{`: ${plan.planName}`}</span>
      </LinkButton>
    </article>
  );
}

/** What a contract costs once it is of another plan, and from when. */
export function ComingFacts({ plan }: { plan: ComingPlanFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  return (
    <DefinitionList
      facts={[
        {
          term: t('amount'),
          detail: (
            <span className="text-xl">
              <Money yen={plan.amount} per={formatPer(plan.renewSpan, plan.renewSpanUnit, locale)} />
            </span>
          ),
        },
        { term: t('plan.day'), detail: formatDate(plan.day, locale) },
        {
          term: t('outlook.period'),
          detail: t('span', { from: formatDate(plan.day, locale), to: formatDate(plan.periodEnd, locale) }),
        },
      ]}
    />
  );
}
