import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { PurchaseFormDocument } from '@/generated/PurchaseForm';
import { PurchaseFormScreenDocument, type PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { RegisterCardDocument } from '@/generated/RegisterCard';
import { PageHeading } from '@/layouts/PageHeading';
import { PurchaseColumns } from '@/layouts/Purchase';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { useAddress } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { ActionNotice, Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { RadioField } from '@/ui/RadioField';
import { CardFields } from '../payment/CardFields';
import { monthInTokyo } from '../payment/card';
import { cardToken, holderToken } from '../payment/cardTokens';
import { PaymentMethodName } from '../payment/PaymentMethodName';
import { contractButton } from '../plans/availability';
import { keepAnswers, keptAnswers } from './keptAnswers';
import { OrderSummary } from './OrderSummary';
import { RootError } from './RootError';
import { SurveyFields } from './SurveyFields';
import { answersOf, firstValues, newMethod, type PurchaseValues, purchaseSchema } from './schema';
import { useCardError } from './useCardError';

type Screen = NonNullable<PurchaseFormScreenQuery['screen']>;

/** The first step of the checkout: how to pay, and the plan's questions. */
export function PurchaseFormView() {
  const { screen } = usePageQuery(PurchaseFormScreenDocument);
  if (!screen?.plan) return null;
  return <Checkout key={screen.selectedPaymentMethodId} screen={screen} />;
}

function Checkout({ screen }: { screen: Screen }) {
  const { t } = useTranslation(['purchase', 'plans']);
  const { plan, verification } = screen;
  const { key, enabled } = contractButton[plan.availability];
  return (
    <>
      <PageHeading title={t('form.title')} step={1} total={3} />
      {screen.failure && (
        <Notice tone="error" alert>
          {screen.failure.message}
        </Notice>
      )}
      <PurchaseColumns summary={<OrderSummary plan={plan} order={verification} />}>
        <section className="flex flex-col gap-2" aria-label={plan.planName}>
          <p>
            <Badge>{t(`plans:type.${plan.planType}` as 'plans:type.subscription')}</Badge>
          </p>
          <h2 className="text-xl">{plan.planName}</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when the store is set up */}
          <div className="rich" dangerouslySetInnerHTML={{ __html: plan.planDescription }} />
          {plan.service && <p className="text-ink-2">{plan.service}</p>}
        </section>
        {enabled ? (
          <CheckoutForm screen={screen} />
        ) : (
          <Notice tone="caution">{t(`plans:${key}` as 'plans:button.disabled')}</Notice>
        )}
      </PurchaseColumns>
    </>
  );
}

function CheckoutForm({ screen }: { screen: Screen }) {
  const { t } = useTranslation(['purchase', 'payment']);
  const { plan, paymentMethods, cardScripts } = screen;
  const address = useAddress();
  const signup = screen.signup || /[?&]signup=1(&|$)/.test(address);
  const chosen = screen.selectedPaymentMethodId ?? paymentMethods[0]?.accountPaymentMethodId ?? newMethod;
  const form = useForm(
    purchaseSchema(plan.survey, monthInTokyo()),
    firstValues(plan.survey, chosen, {}) as PurchaseValues,
  );
  const { setValue } = form;
  useEffect(() => {
    for (const [name, value] of Object.entries(keptAnswers(plan.planId)))
      setValue(`answers.${name}` as never, value as never);
  }, [plan.planId, setValue]);

  const verify = useAction(PurchaseFormDocument, form as never);
  const register = useAction(RegisterCardDocument, form as never);
  const sayCardError = useCardError(form as never);

  async function submit(values: PurchaseValues) {
    keepAnswers(plan.planId, values.answers);
    if (values.paymentMethodId !== newMethod) {
      const input = {
        planId: plan.planId,
        paymentMethodId: values.paymentMethodId,
        campaignCode: null,
        answers: answersOf(plan.survey, values.answers),
        signup,
      };
      await verify.run({ planId: plan.planId, input });
      return;
    }
    try {
      const card = await cardToken(cardScripts, values);
      const holder = await holderToken(cardScripts, values);
      const returnTo = `${paths.plan(plan.planId)}${signup ? '?signup=1' : ''}`;
      const input = {
        token: card.token,
        tokenKey: card.tokenKey,
        tds2infoToken: holder.tds2infoToken,
        tds2infoTokenKey: holder.tds2infoTokenKey,
        returnTo,
      };
      await register.run({ input });
    } catch (error) {
      sayCardError(error);
    }
  }

  return (
    <Form form={form as never} action={verify as never} ns="payment" onSubmit={submit as never}>
      <ActionNotice action={register} ns="payment" />
      <RootError />
      <PaymentChoice methods={paymentMethods} />
      {plan.survey && <SurveyFields survey={plan.survey} />}
      <SubmitArea />
      <p className="text-sm text-ink-2">{t('form.nothingYet')}</p>
    </Form>
  );
}

function PaymentChoice({ methods }: { methods: Screen['paymentMethods'] }) {
  const { t } = useTranslation(['purchase', 'payment']);
  const chosen = useWatch({ name: 'paymentMethodId' }) as string;
  const options = methods.map((method) => ({
    value: method.accountPaymentMethodId ?? '',
    label: <PaymentMethodName method={method} warnExpired />,
    disabled: method.sbpsCreditInfo?.isExpired ?? false,
  }));
  return (
    <>
      <RadioField
        name="paymentMethodId"
        label={t('form.method')}
        required
        tiles
        options={[...options, { value: newMethod, label: t('form.newCard'), detail: t('payment:card.safe') }]}
      />
      {chosen === newMethod && <CardFields />}
    </>
  );
}

function SubmitArea() {
  const { t } = useTranslation('purchase');
  const chosen = useWatch({ name: 'paymentMethodId' }) as string;
  return <SubmitButton>{t(chosen === newMethod ? 'form.registerCard' : 'form.toConfirm')}</SubmitButton>;
}
