import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { cardToken, holderToken } from '@/features/payment/cardTokens';
import { cardFields, monthInTokyo } from '@/features/payment/cardValues';
import { leaving } from '@/features/payment/leaving';
import { useTokenError } from '@/features/payment/useTokenError';
import { answerField, answerKey, answersOf } from '@/features/survey/answers';
import { SurveyFields } from '@/features/survey/SurveyFields';
import { PurchaseFormDocument } from '@/generated/PurchaseForm';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { RegisterCardDocument } from '@/generated/RegisterCard';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { go, useAddress } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { useKeptAnswers } from './keptAnswers';
import { PaymentChoice } from './PaymentChoice';
import { firstValues, newMethod, type PurchaseValues } from './purchaseValues';
import { RootError } from './RootError';

type Screen = NonNullable<PurchaseFormScreenQuery['screen']>;

/**
 * A registered method leads to the confirm page. A new card is registered first: the bank sends the member back here, where the
 * card then stands chosen and the answers are still given. After a card was refused none is chosen: to try the same again is up to
 * the member.
 */
export function CheckoutForm({ screen, refused }: { screen: Screen; refused: boolean }) {
  const { t } = useTranslation('purchase');
  const { plan, paymentMethods, cardScripts } = screen;
  const { survey } = plan;
  const signup = useSignup(screen);
  const schema = async () => (await import('./schema')).purchaseSchema(survey, monthInTokyo());
  const form = useForm(schema, firstValues(survey, refused ? '' : firstChoice(screen)));
  const { keep, recall } = useKeptAnswers(plan.planId);
  const adding = useWatch({ control: form.control, name: 'paymentMethodId' }) === newMethod;

  const refill = useEffectEvent(() => {
    const kept = recall();
    for (const index of survey?.questions.keys() ?? []) {
      const answer = kept[answerKey(index)];
      if (answer) form.setValue(`answers.${answerKey(index)}`, answer);
    }
  });
  useEffect(() => refill(), []);

  const order = useAction(PurchaseFormDocument, form, {
    onDone: ({ redirectTo }) => redirectTo || go((signup ? paths.signupPlanConfirm : paths.planConfirm)(plan.planId)),
    rename: (error) => ({ ...error, field: error.field && answerField(survey, error.field) }),
  });
  const register = useAction(RegisterCardDocument, form);
  const sayTokenError = useTokenError(form, cardFields);

  async function addCard(values: PurchaseValues) {
    const returnTo = `${paths.plan(plan.planId)}${signup ? '?signup=1' : ''}`;
    try {
      const card = await cardToken(cardScripts, values);
      const holder = await holderToken(cardScripts, values);
      const { token, tokenKey } = card;
      const { tds2infoToken, tds2infoTokenKey } = holder;
      const result = await register.run({ token, tokenKey, tds2infoToken, tds2infoTokenKey, returnTo });
      await leaving(result?.redirectTo);
    } catch (error) {
      sayTokenError(error);
    }
  }

  async function submit(values: PurchaseValues) {
    const { paymentMethodId, answers } = values;
    keep(answers);
    if (paymentMethodId === newMethod) return addCard(values);
    return order.run({ planId: plan.planId, paymentMethodId, answers: answersOf(survey, answers), signup });
  }

  return (
    <Form form={form} action={adding ? register : order} ns="payment" onSubmit={submit}>
      <RootError />
      <PaymentChoice methods={paymentMethods} adding={adding} />
      {survey && <SurveyFields survey={survey} />}
      <p className="text-sm text-ink-2">{t('form.nothingYet')}</p>
      <SubmitButton>{t(adding ? 'form.registerCard' : 'form.toConfirm')}</SubmitButton>
    </Form>
  );
}

/** The member came from sign-up, by the link of the plan or by an order begun before. */
function useSignup({ signup }: Screen): boolean {
  const [, query] = useAddress().split('?', 2);
  return signup || new URLSearchParams(query).get('signup') === '1';
}

/** What is chosen at first: what was chosen last if it can still be used, else the first card that can, else a new one. */
function firstChoice({ paymentMethods, selectedPaymentMethodId }: Screen): string {
  const usable = paymentMethods.flatMap(({ accountPaymentMethodId: id, sbpsCreditInfo }) =>
    id && !sbpsCreditInfo?.isExpired ? [id] : [],
  );
  return usable.find((id) => id === selectedPaymentMethodId) ?? usable[0] ?? newMethod;
}
