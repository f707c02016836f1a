import { useQuery } from '@apollo/client/react';
import { NextPayment } from '@/features/plans/NextPayment';
import { useContractFacts } from '@/features/plans/useContractFacts';
import type { SubscriptionFragment } from '@/generated/fragments';
import { UndoCancellationDocument } from '@/generated/UndoCancellation';
import { UndoCancellationScreenDocument } from '@/generated/UndoCancellationScreen';
import { BackLink } from '@/layouts/BackLink';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { formatDate, formatPer } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Money } from '@/ui/Money';
import { NeedsScript } from '@/ui/NeedsScript';
import { Notice } from '@/ui/Notice';

/** Where a cancellation is taken back: what the member then pays, and the two ways on. */
export function UndoView() {
  const { t } = useTranslation('subscription');
  const { data } = useQuery(UndoCancellationScreenDocument, {
    variables: useVariables(UndoCancellationScreenDocument),
  });
  const screen = data?.screen;
  if (!screen) return null;
  const { subscription, blockedBy } = screen;
  return (
    <>
      <BackLink href={paths.subscription(subscription.subscriptionId)}>{t('back.contract')}</BackLink>
      <PageHeading title={t('undo.title')} lead={blockedBy ? undefined : t('undo.lead')} />
      {blockedBy && <Notice tone="caution">{blockedBy.message}</Notice>}
      <Card>
        <h2 className="text-xl">{subscription.planName}</h2>
        <Facts subscription={subscription} />
      </Card>
      {blockedBy?.code === 'PAYMENT_METHOD_NOT_REGISTERED' && (
        <LinkButton href={paths.paymentMethods}>{t('undo.toMethods')}</LinkButton>
      )}
      {!blockedBy && <Choice id={subscription.subscriptionId} />}
    </>
  );
}

function Facts({ subscription }: { subscription: SubscriptionFragment }) {
  const { t } = useTranslation('subscription');
  const locale = useLocale();
  const { nextDay: left } = useContractFacts(subscription);
  const { endDay, billingAmount, subscriptionStatus, nextSettlementDay, planChange } = subscription;
  const { renewSpan, renewSpanUnit } = planChange ?? subscription;
  const per = formatPer(renewSpan, renewSpanUnit, locale);
  const held = subscriptionStatus === 'HOLD_CANCEL_REQUEST' || subscriptionStatus === 'TRIAL_HOLD_CANCEL_REQUEST';
  return (
    <>
      <DefinitionList
        facts={[
          held
            ? left
            : { term: t('undo.left'), detail: endDay && t('undo.until', { day: formatDate(endDay, locale) }) },
          planChange && { term: t('plan.after'), detail: planChange.planName },
          held
            ? { term: t('amount'), detail: <Money yen={billingAmount} per={per} /> }
            : {
                term: t('undo.undone'),
                detail: <NextPayment day={nextSettlementDay} yen={billingAmount} per={per} />,
              },
        ]}
      />
      <p>{t(held ? 'undo.held' : 'undo.renews')}</p>
    </>
  );
}

function Choice({ id }: { id: string }) {
  const { t } = useTranslation('subscription');
  const undo = useAction(UndoCancellationDocument, undefined, { follow: 'replace' });
  return (
    <div className="flex flex-col gap-6">
      <NeedsScript />
      <ActionNotice action={undo} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button pending={undo.pending} onClick={() => void undo.run({ subscriptionId: id })}>
          {t('undo.submit')}
        </Button>
        <LinkButton href={paths.subscription(id)} kind="secondary">
          {t('undo.keep')}
        </LinkButton>
      </div>
    </div>
  );
}
