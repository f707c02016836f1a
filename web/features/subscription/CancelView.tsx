import { useQuery } from '@apollo/client/react';
import { ContractStatus } from '@/features/plans/ContractStatus';
import {
  CancelSubscriptionScreenDocument,
  type CancelSubscriptionScreenQuery,
} from '@/generated/CancelSubscriptionScreen';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Notice } from '@/ui/Notice';
import { CancelForm } from './CancelForm';
import { EffectList } from './EffectList';
import { former } from './former';

type Screen = NonNullable<CancelSubscriptionScreenQuery['screen']>;

/** Where a contract is cancelled: what ends when, the store's questions, and the two ways on. */
export function CancelView() {
  const { t } = useTranslation(['subscription', 'common']);
  const { data } = useQuery(CancelSubscriptionScreenDocument, {
    variables: useVariables(CancelSubscriptionScreenDocument),
  });
  const screen = data?.screen;
  if (!screen) return null;
  const { subscription, blockedBy, survey, isPlanChangeable } = screen;
  const back = former(screen.returnTo, subscription.subscriptionId);
  return (
    <>
      <BackLink href={back.href}>{t(back.words)}</BackLink>
      <PageHeading title={t('cancel.title')} lead={blockedBy ? undefined : t('cancel.lead')} />
      {blockedBy && <Notice tone="caution">{blockedBy.message}</Notice>}
      <Card>
        <ContractStatus subscription={subscription} />
        <h2 className="text-xl">{subscription.planName}</h2>
        {!blockedBy && <Effects screen={screen} />}
      </Card>
      {isPlanChangeable && !blockedBy && (
        <Notice title={t('cancel.change.title')}>
          <div className="flex flex-col items-start gap-3">
            <p>{t('cancel.change.text')}</p>
            <LinkButton href={paths.changePlan(subscription.subscriptionId)} kind="secondary">
              {t('plan.change')}
            </LinkButton>
          </div>
        </Notice>
      )}
      {!blockedBy && <CancelForm id={subscription.subscriptionId} survey={survey} keep={back.href} />}
    </>
  );
}

function Effects({ screen }: { screen: Screen }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { subscription, lastViewingDay } = screen;
  const last = lastViewingDay && formatDate(lastViewingDay, locale);
  const next = formatDate(subscription.nextSettlementDay, locale);
  const paid =
    subscription.statusGroup === 'TRIAL' ? t('cancel.effects.free') : t('cancel.effects.payment', { date: next });
  const effects = [
    last ? t('cancel.effects.watch', { date: last }) : t('cancel.effects.held'),
    last ? paid : t('cancel.effects.unpaid'),
    t('cancel.effects.films'),
    last && t('cancel.effects.back', { date: last }),
  ];
  return <EffectList effects={effects} />;
}
