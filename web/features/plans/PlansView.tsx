import { useQuery } from '@apollo/client/react';
import type { PlanFragment, SubscriptionFragment } from '@/generated/fragments';
import { MypagePlansScreenDocument } from '@/generated/MypagePlansScreen';
import { PlansScreenDocument } from '@/generated/PlansScreen';
import { SignupPlansScreenDocument } from '@/generated/SignupPlansScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Empty } from '@/ui/Card';
import { cx } from '@/ui/cx';
import { TextLink } from '@/ui/TextLink';
import { hasOneOf, isSubscription, kindAmong, kindOf, type PlanKind } from './availability';
import { Comparison } from './Comparison';
import { Contracts } from './ContractButton';
import { ContractCard } from './ContractCard';
import { PlanCard } from './PlanCard';

/**
 * /plans: for visitors what is on sale, for members what they have and then what is on
 * sale.
 */
export function PlansView() {
  const { data } = useQuery(PlansScreenDocument);
  const screen = data?.screen;
  const { t } = useTranslation('plans');
  if (!screen) return null;
  return (
    <div className="flex flex-col gap-8">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Lists subscriptions={screen.subscriptions} plans={screen.plans} />
    </div>
  );
}

/** /mypage/plans: the same list inside the account area. */
export function MypagePlansView() {
  const { data } = useQuery(MypagePlansScreenDocument);
  const screen = data?.screen;
  const { t } = useTranslation('plans');
  if (!screen) return null;
  return (
    <>
      <PageHeading title={t('mypageTitle')} />
      <Lists subscriptions={screen.subscriptions} plans={screen.plans} contractsExpected />
    </>
  );
}

/** /signup/plans: the choice right after sign-up; it may wait. */
export function SignupPlansView() {
  const { data } = useQuery(SignupPlansScreenDocument);
  const screen = data?.screen;
  const { t } = useTranslation('plans');
  if (!screen) return null;
  return (
    <div className="flex flex-col gap-8">
      <PageHeading title={t('signup.title')} lead={t('signup.lead')} />
      <Lists subscriptions={screen.subscriptions} plans={screen.plans} signup />
      <TextLink href={paths.mypage} className="self-start">
        {t('signup.later')}
      </TextLink>
    </div>
  );
}

/** The order of the kinds. */
const kinds: readonly PlanKind[] = ['subscription', 'purchase', 'rental'];

type Props = {
  subscriptions: readonly SubscriptionFragment[];
  plans: readonly PlanFragment[];
  /** Say so when there is no contract yet. */
  contractsExpected?: boolean;
  /** The order goes on in the sign-up flow. */
  signup?: boolean;
};

function Lists({ subscriptions, plans, contractsExpected = false, signup = false }: Props) {
  const { t } = useTranslation('plans');
  const shelves = kinds.map((kind) => ({ kind, plans: shelfOf(plans, kind) }));
  const first = shelves.flatMap((shelf) => shelf.plans).find((plan) => plan.image && !isSubscription(plan));
  return (
    <div className="flex flex-col gap-12">
      {(subscriptions.length > 0 || contractsExpected) && (
        <section className="flex flex-col gap-4" aria-label={t('contracted')}>
          <h2 className="text-xl">{t('contracted')}</h2>
          {subscriptions.length === 0 && <p className="text-ink-2">{t('noContracts')}</p>}
          <ul className="grid gap-4">
            {subscriptions.map((subscription) => (
              <li key={subscription.subscriptionId}>
                <ContractCard subscription={subscription} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Contracts value={subscriptions}>
        {shelves.map(({ kind, plans: shelf }) => (
          <PlanList key={kind} kind={kind} plans={shelf} first={first} signup={signup} />
        ))}
      </Contracts>
      {plans.length === 0 && subscriptions.length === 0 && (
        <Empty
          action={
            <LinkButton href={paths.home} kind="secondary">
              {t('toHome')}
            </LinkButton>
          }
        >
          {t('nothing')}
        </Empty>
      )}
    </div>
  );
}

/**
 * The plans of a kind; what is sold out comes last. To a member who has one of them none is
 * recommended.
 */
function shelfOf(plans: readonly PlanFragment[], kind: PlanKind): PlanFragment[] {
  const all = plans.filter((plan) => kindOf(plan) === kind);
  const shelf = hasOneOf(all) ? all.map((plan) => ({ ...plan, recommended: false })) : all;
  const left = shelf.filter(({ salesIndicator }) => salesIndicator !== 'SOLD_OUT');
  return [...left, ...shelf.filter((plan) => !left.includes(plan))];
}

type ListProps = { kind: PlanKind; plans: readonly PlanFragment[]; first: PlanFragment | undefined; signup: boolean };

/** Cards; where several subscriptions have room beside each other, they are compared. */
function PlanList({ kind, plans, first, signup }: ListProps) {
  const { t } = useTranslation('plans');
  if (plans.length === 0) return null;
  const title = t(`shelf.${kind}`);
  const compared = kind === 'subscription' && plans.length > 1 && plans.length <= mostCompared;
  return (
    <section className="@container flex flex-col gap-4" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      {compared && (
        <div className="hidden @min-[60rem]:block">
          <Comparison plans={plans} title={title} signup={signup} />
        </div>
      )}
      <ul
        className={cx(
          'grid gap-4',
          plans.length > 1 && '@min-[36rem]:grid-cols-2 @min-[56rem]:grid-cols-3',
          compared && '@min-[60rem]:hidden',
        )}
      >
        {plans.map((plan) => (
          <li key={plan.planId}>
            <PlanCard
              plan={plan}
              first={plan === first}
              signup={signup}
              kind={kindAmong(plan, plans)}
              alone={plans.length === 1}
              beside={hasOneOf(plans)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many columns a comparison has room for. */
const mostCompared = 6;
