import { useState } from 'react';
import * as z from 'zod/mini';
import { PurchaseDocument } from '@/generated/Purchase';
import { PurchaseConfirmScreenDocument, type PurchaseConfirmScreenQuery } from '@/generated/PurchaseConfirmScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Card } from '@/ui/Card';
import { DefinitionList } from '@/ui/DefinitionList';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { HolderFields } from '../payment/CardFields';
import { holderShape } from '../payment/card';
import { holderToken } from '../payment/cardTokens';
import { PaymentMethodName } from '../payment/PaymentMethodName';
import { forgetAnswers } from './keptAnswers';
import { OrderSummary } from './OrderSummary';
import { RootError } from './RootError';
import { useCardError } from './useCardError';

type Screen = NonNullable<PurchaseConfirmScreenQuery['screen']>;
type Ready = Screen & {
  [K in 'plan' | 'verification' | 'purchaseToken' | 'terms' | 'cardScripts']: NonNullable<Screen[K]>;
};

function isReady(screen: Screen | null | undefined): screen is Ready {
  return !!(screen?.plan && screen.verification && screen.purchaseToken && screen.terms && screen.cardScripts);
}

/** Everything the law asks for in one place, and the one button that orders (特商法12条の6). */
export function PurchaseConfirmView() {
  const { screen } = usePageQuery(PurchaseConfirmScreenDocument);
  return isReady(screen) ? <Confirm screen={screen} /> : null;
}

function Confirm({ screen }: { screen: Ready }) {
  const { t } = useTranslation('purchase');
  return (
    <>
      <PageHeading title={t('confirm.title')} lead={t('confirm.lead')} step={2} total={3} />
      {screen.failure && (
        <Notice tone="error" alert>
          {screen.failure.message}
        </Notice>
      )}
      <PurchaseColumns summary={<OrderSummary plan={screen.plan} order={screen.verification} />}>
        <Card title={t('confirm.terms')}>
          <DefinitionList
            facts={[
              screen.paymentMethod && {
                term: t('confirm.method'),
                detail: <PaymentMethodName method={screen.paymentMethod} />,
              },
              ...screen.terms.items.map(({ key, title, text }) => ({ key, term: title, detail: text })),
            ]}
          />
        </Card>
        <OrderForm screen={screen} />
        <Link href={paths.plan(screen.plan.planId)} className="inline-flex min-h-11 items-center self-start">
          {t('confirm.back')}
        </Link>
      </PurchaseColumns>
    </>
  );
}

function OrderForm({ screen }: { screen: Ready }) {
  const { t } = useTranslation('purchase');
  const { plan, cardScripts, purchaseToken, needsAuthentication } = screen;
  const [pending, setPending] = useState(false);
  const shape = needsAuthentication ? holderShape : {};
  const form = useForm(z.object(shape), { billingLastName: '', billingFirstName: '' } as never);
  const purchase = useAction(PurchaseDocument, form as never, {
    onDone: (result) => {
      forgetAnswers(plan.planId);
      if (result.isPending && !result.redirectTo) setPending(true);
    },
  });
  const sayCardError = useCardError(form as never);

  async function order(values: { billingLastName?: string; billingFirstName?: string }) {
    const token = { purchaseToken, tds2infoToken: null as string | null, tds2infoTokenKey: null as string | null };
    if (needsAuthentication) {
      try {
        const { billingLastName = '', billingFirstName = '' } = values;
        Object.assign(token, await holderToken(cardScripts, { billingLastName, billingFirstName }));
      } catch (error) {
        sayCardError(error);
        return;
      }
    }
    await purchase.run({ planId: plan.planId, input: token });
  }

  return (
    <Form form={form} action={purchase as never} ns="payment" onSubmit={order as never}>
      <RootError />
      {pending && (
        <Notice tone="caution" alert title={t('pending.title')}>
          {t('pending.text')}
        </Notice>
      )}
      {needsAuthentication && <HolderFields />}
      <SubmitButton>{screen.terms.buttonLabel}</SubmitButton>
    </Form>
  );
}
