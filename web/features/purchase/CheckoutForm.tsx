import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { monthInTokyo } from '@/features/payment/cardValues';
import { useJoin } from '@/features/payment/useJoin';
import { useTypeNames } from '@/features/payment/useMethodName';
import { useRegisterCard } from '@/features/payment/useRegisterCard';
import { answerKey, answersOf } from '@/features/survey/answers';
import { SurveyFields } from '@/features/survey/SurveyFields';
import { useAnswerErrors } from '@/features/survey/useAnswerErrors';
import type { OrderVerificationFragment, PaymentMethodType } from '@/generated/fragments';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { go, useAddress } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { RootError } from '@/ui/RootError';
import { CampaignCode } from './CampaignCode';
import { useKeptAnswers } from './keptAnswers';
import { useKeptHolder } from './keptHolder';
import { PaymentChoice } from './PaymentChoice';
import { codeOnly, firstValues, joined, newMethod, newOf, type PurchaseValues } from './purchaseValues';
import { useOfflineWords } from './useOfflineWords';

type Screen = NonNullable<PurchaseFormScreenQuery['screen']>;
type Props = {
  screen: Screen;
  refused: boolean;
  /** What the order costs with the code of a campaign; null once another one is typed. */
  onVerified: (order: OrderVerificationFragment | null) => void;
  /** Whether the company behind what is chosen is to charge each month by itself. */
  onOrdered: (byProvider: boolean) => void;
};

/**
 * A registered method leads to the confirm page. A new card is registered first: the bank sends the
 * member back here. The card is then chosen, the answers are still given, and the form goes on by
 * itself, because it was sent before. After a card was refused none is chosen: the member decides
 * whether to try the same again.
 */
export function CheckoutForm({ screen, refused, onVerified, onOrdered }: Props) {
  const { t } = useTranslation('purchase');
  const { plan, paymentMethods, cardScripts, joinable, linked, ordered, awaited, unusable } = screen;
  const { survey } = plan;
  const { asked, signup } = useAddressQuery(screen);
  const added = !!asked && asked === screen.selectedPaymentMethodId;
  const schema = async () => (await import('./schema')).purchaseSchema(survey, monthInTokyo());
  const form = useForm(schema, firstValues(survey, refused ? '' : firstChoice(screen)));
  const { keep, recall, recallCode, wasSent } = useKeptAnswers(plan.planId);
  const holder = useKeptHolder(plan.planId);
  const [chosen, code] = useWatch({ control: form.control, name: ['paymentMethodId', 'campaignCode'] });
  const [adding, joining] = [chosen === newMethod, joined(chosen)];
  const byProvider = ordered.some((type) => type === chosen);
  useEffect(() => onOrdered(byProvider), [byProvider, onOrdered]);
  const alone = chosen === codeOnly;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was verified was for these two
  useEffect(() => onVerified(null), [code, alone, onVerified]);

  const refill = useEffectEvent(() => {
    const kept = recall();
    for (const index of survey?.questions.keys() ?? []) {
      const answer = kept[answerKey(index)];
      // What was typed since, and came back after a reload, is newer.
      if (answer && !form.getValues(`answers.${answerKey(index)}`)?.length)
        form.setValue(`answers.${answerKey(index)}`, answer);
    }
    const sent = plan.hasAvailableCampaign ? recallCode() : '';
    const before = form.getValues('campaignCode') || sent;
    if (before) form.setValue('campaignCode', before);
    if (sent && before === sent) void verifyCode();
    const first = String(form.formState.defaultValues?.paymentMethodId ?? '');
    if (!canChoose(screen, form.getValues('paymentMethodId'))) form.setValue('paymentMethodId', first);
    if (added) holder.belongsTo(asked);
    if (wasSent() && added) void form.handleSubmit(submit)();
  });
  useEffect(() => refill(), []);

  const offline = useOfflineWords();
  const order = useAction(async () => (await import('@/generated/PurchaseForm')).PurchaseFormDocument, form, {
    offline,
    onDone: ({ redirectTo }) => redirectTo || go((signup ? paths.signupPlanConfirm : paths.planConfirm)(plan.planId)),
    rename: useAnswerErrors(survey),
  });
  const verify = useAction(async () => (await import('@/generated/PurchaseVerify')).PurchaseVerifyDocument, form);
  const returnTo = `${paths.plan(plan.planId)}${signup ? '?signup=1' : ''}`;
  const card = useRegisterCard(form, cardScripts, returnTo, offline);
  const join = useJoin(linked, returnTo, form, offline);
  const nameOf = useTypeNames();

  async function verifyCode() {
    if (!(await form.trigger('campaignCode', { shouldFocus: true }))) return;
    const { paymentMethodId, campaignCode } = form.getValues();
    const result = await verify.run({ planId: plan.planId, paymentMethodId, campaignCode });
    if (form.getValues('campaignCode') === campaignCode) onVerified(result?.verification ?? null);
  }

  async function submit(values: PurchaseValues) {
    const { paymentMethodId, campaignCode, answers } = values;
    const isNew = paymentMethodId === newMethod;
    const kind = joined(paymentMethodId);
    keep(answers, campaignCode, isNew || kind !== null);
    if (isNew) {
      holder.keep(values);
      return card.register(values);
    }
    if (kind) return join.begin(kind);
    const given = answersOf(survey, answers);
    return order.run({ planId: plan.planId, paymentMethodId, campaignCode, answers: given, signup });
  }

  const actionOf = () => {
    if (joining) return join.actionOf(joining);
    return adding ? card.action : order;
  };
  const label = joining
    ? t('form.toProvider', { name: nameOf(joining) })
    : t(adding ? 'form.registerCard' : 'form.toConfirm');

  return (
    <Form
      form={form}
      action={actionOf()}
      ns="payment"
      draft={{ name: `order.${plan.planId}` }}
      unsent={offline.OFFLINE}
      onSubmit={submit}
    >
      {added && <Notice tone="done">{t('form.cardAdded')}</Notice>}
      <RootError />
      <PaymentChoice
        methods={paymentMethods}
        joinable={joinable}
        ordered={ordered}
        awaited={awaited}
        unusable={unusable}
        adding={adding}
        campaign={plan.hasAvailableCampaign}
      />
      {plan.hasAvailableCampaign && <CampaignCode alone={alone} action={verify} onApply={() => void verifyCode()} />}
      {survey && <SurveyFields survey={survey} />}
      <p className="text-sm text-ink-2">{t('form.nothingYet')}</p>
      <SubmitButton>{label}</SubmitButton>
    </Form>
  );
}

/**
 * What the address tells: the card that was added on the way, and whether the member came from
 * sign-up, if no order begun before says so.
 */
function useAddressQuery({ signup }: Screen): { asked: string | null; signup: boolean } {
  const [, query] = useAddress().split('?', 2);
  const values = new URLSearchParams(query);
  return { asked: values.get('paymentMethodId'), signup: signup || values.get('signup') === '1' };
}

/** Whether a way to pay that was chosen before a reload can still be chosen. */
function canChoose({ plan, paymentMethods, joinable, ordered, unusable }: Screen, value: string): boolean {
  if (value === newMethod || value === '') return true;
  if (value === codeOnly) return plan.hasAvailableCampaign;
  const isUsable = (type: PaymentMethodType) => !unusable.includes(type);
  return (
    ordered.some((type) => type === value) ||
    joinable.some((type) => newOf(type) === value && isUsable(type)) ||
    paymentMethods.some(
      ({ accountPaymentMethodId: id, paymentMethodType, sbpsCreditInfo }) =>
        id === value && isUsable(paymentMethodType) && !sbpsCreditInfo?.isExpired,
    )
  );
}

/**
 * What is chosen at first: what was chosen last if it can still be used, else the first card that
 * can, else a new one.
 */
function firstChoice({ paymentMethods, selectedPaymentMethodId, unusable }: Screen): string {
  const usable = paymentMethods.flatMap(({ accountPaymentMethodId: id, paymentMethodType, sbpsCreditInfo }) =>
    id && !sbpsCreditInfo?.isExpired && !unusable.includes(paymentMethodType) ? [id] : [],
  );
  return usable.find((id) => id === selectedPaymentMethodId) ?? usable[0] ?? newMethod;
}
