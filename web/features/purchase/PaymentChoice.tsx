import { CardFields } from '@/features/payment/CardFields';
import { methodChoices } from '@/features/payment/methodChoices';
import { useTypeNames } from '@/features/payment/useMethodName';
import type { PaymentMethodFragment, PaymentMethodType } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { type Choice, RadioField } from '@/ui/RadioField';
import { codeOnly, newMethod, newOf } from './purchaseValues';

type Props = {
  methods: readonly PaymentMethodFragment[];
  joinable: readonly PaymentMethodType[];
  /** What may be chosen with the order itself. */
  ordered: readonly PaymentMethodType[];
  /** Methods that wait for an answer: it is not known yet whether the member agreed. */
  awaited: readonly PaymentMethodType[];
  /** What cannot pay for this plan. */
  unusable: readonly PaymentMethodType[];
  adding: boolean;
  /** A campaign is given whose code may pay for all of the order. */
  campaign: boolean;
};

/**
 * The registered methods, a new card with its fields (L-052, L-053), the other ways to pay, and a
 * campaign's code alone (L-054).
 */
export function PaymentChoice({ methods, joinable, ordered, awaited, unusable, adding, campaign }: Props) {
  const { t } = useTranslation(['purchase', 'payment']);
  const nameOf = useTypeNames();
  const card: Choice = {
    value: newMethod,
    label: t('form.newCard'),
    detail: t('payment:card.safe'),
    below: adding && <CardFields />,
  };
  const others = joinable.map<Choice>((type) => ({
    value: newOf(type),
    label: t('form.newOf', { name: nameOf(type) }),
    detail: unusable.includes(type) ? t('payment:notForPlan') : undefined,
    disabled: unusable.includes(type),
  }));
  const monthly = ordered.map<Choice>((type) => ({
    value: type,
    label: t('form.ordered', { name: nameOf(type) }),
    detail: t('form.orderedDetail'),
  }));
  const waiting = awaited.map<Choice>((type) => ({
    value: `awaited:${type}`,
    label: nameOf(type),
    detail: t('payment:choice.awaited'),
    disabled: true,
  }));
  const code: Choice[] = campaign
    ? [{ value: codeOnly, label: t('form.codeOnly'), detail: t('form.codeOnlyDetail') }]
    : [];
  const options = [
    ...methodChoices(methods, { kinds: unusable, why: t('payment:notForPlan') }),
    ...waiting,
    card,
    ...others,
    ...monthly,
    ...code,
  ];
  return <RadioField name="paymentMethodId" label={t('form.method')} required tiles options={options} />;
}
