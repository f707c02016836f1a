import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { holderToken } from '@/features/payment/cardTokens';
import { emptyHolder, type HolderValues, holderFields } from '@/features/payment/cardValues';
import { HolderField } from '@/features/payment/HolderField';
import { leaving, posting } from '@/features/payment/leaving';
import { TokenError } from '@/features/payment/tokenError';
import { useTokenError } from '@/features/payment/useTokenError';
import { isSubscription } from '@/features/plans/availability';
import { PurchaseDocument } from '@/generated/Purchase';
import { PurchaseColumns } from '@/layouts/Purchase';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Form, SubmitButton } from '@/ui/Form';
import { Money } from '@/ui/Money';
import { RootError } from '@/ui/RootError';
import { useCountdown } from '@/ui/useCountdown';
import { useKeptHolder } from './keptHolder';
import { NextCharge } from './NextCharge';
import type { OpenOrder } from './openOrder';
import { useOfflineWords } from './useOfflineWords';

/** Said while the order is still open: the card's owner has to authenticate first. */
const authenticationRequired = 'AUTHENTICATION_REQUIRED';

type Props = {
  order: OpenOrder;
  refetch: () => Promise<void>;
  /** What is bought and what it costs. */
  summary: ReactNode;
  /** What is agreed to. */
  terms: ReactNode;
  /** The way back to the form. */
  back: ReactNode;
};

/**
 * The card holder's name where the bank will ask who they are and the form did not ask before, the
 * terms, and the button that orders: in view with what is to be paid while the terms are read, or
 * after them where the store wants that. A refused order is over: the form says why, and another
 * method can be chosen there.
 */
export function OrderForm({ order, refetch, summary, terms, back }: Props) {
  const { t } = useTranslation('purchase');
  const { plan, cardScripts, purchaseToken, needsAuthentication, paymentMethod, orderAfterTerms } = order;
  const schema = async () => (await import('@/features/payment/schema')).holderSchema;
  const kept = useKeptHolder(plan.planId);
  const [known, setKnown] = useState<HolderValues | null>(null);
  const recall = useEffectEvent(() => setKnown(kept.recall(paymentMethod?.accountPaymentMethodId)));
  useEffect(() => {
    if (needsAuthentication) recall();
  }, [needsAuthentication]);
  const asks = needsAuthentication && !known;
  const form = useForm<HolderValues>(asks ? schema : null, emptyHolder);
  const offline = useOfflineWords();
  const purchase = useAction(PurchaseDocument, form, {
    offline,
    onRefused: (errors) => {
      const open = errors.some(({ code }) => code === authenticationRequired);
      if (!open) void go(paths.plan(plan.planId), 'replace');
      return open;
    },
    onTold: ({ code }) => (code === authenticationRequired ? refetch() : undefined),
  });
  const { left: wait } = useCountdown(purchase.notice?.retryAfter ?? 0);
  const sayTokenError = useTokenError(form, holderFields, offline.OFFLINE);

  async function submit(typed: HolderValues) {
    try {
      const token = needsAuthentication ? await holderToken(cardScripts, known ?? typed) : null;
      const { tds2infoToken = null, tds2infoTokenKey = null } = token ?? {};
      const result = await purchase.run({ planId: plan.planId, purchaseToken, tds2infoToken, tds2infoTokenKey });
      if (result?.linkUrl) return await posting(result);
      await leaving(result?.redirectTo);
    } catch (error) {
      if (error instanceof TokenError && error.cause !== 'system') ask();
      sayTokenError(error);
    }
  }

  function ask() {
    kept.forget();
    setKnown(null);
  }

  const press = (
    <>
      {wait > 0 && <p className="text-sm text-ink-2 tabular-nums">{t('confirm.wait', { seconds: wait })}</p>}
      <SubmitButton disabled={wait > 0}>
        <span lang={order.terms.language}>{order.terms.buttonLabel}</span>
      </SubmitButton>
    </>
  );
  return (
    <Form form={form} action={purchase} ns="payment" unsent={offline.OFFLINE} onSubmit={submit}>
      <RootError />
      <PurchaseColumns
        summary={summary}
        order={
          !orderAfterTerms && (
            <div className="order-bar sticky max-[18rem]:static bottom-0 z-10 -mx-4 flex flex-col gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-4px_16px_rgb(8_12_18/0.16)] sm:mx-0 sm:rounded-t-card sm:border-x lg:static lg:rounded-none lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none">
              <div className="lg:hidden">
                <OrderTotal order={order} />
              </div>
              {press}
            </div>
          )
        }
      >
        {asks && (
          <Card>
            <HolderField />
          </Card>
        )}
        {known && (
          <Card>
            <p className="flex flex-wrap items-center gap-x-4 text-sm">
              <span>{t('confirm.holder', { name: known.cardHolder })}</span>
              <Button kind="text" fit onClick={ask}>
                {t('confirm.changeHolder')}
              </Button>
            </p>
          </Card>
        )}
        <div>{terms}</div>
        {orderAfterTerms && (
          <div className="flex flex-col gap-2">
            <OrderTotal order={order} />
            {press}
          </div>
        )}
        <div>{back}</div>
      </PurchaseColumns>
    </Form>
  );
}

/** What is to be paid now and from when, beside the button. */
function OrderTotal({ order: { plan, verification: order } }: { order: OpenOrder }) {
  const { t } = useTranslation('purchase');
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span>
        {t('summary.now')} <Money yen={order.billingAmount} />
      </span>
      {isSubscription(plan) && <NextCharge plan={plan} order={order} />}
    </p>
  );
}
