import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CardFields } from '@/features/payment/CardFields';
import { methodChoices } from '@/features/payment/methodChoices';
import { Mark } from '@/features/payment/PaymentMethodMark';
import { useTypeNames } from '@/features/payment/useMethodName';
import type { PaymentMethodFragment, PaymentMethodType } from '@/generated/fragments';
import { useTranslation } from '@/lib/i18n';
import { FieldGroup, useFieldIds } from '@/ui/Field';
import { type Choice, Choices } from '@/ui/RadioField';
import { type Tab, Tabs } from '@/ui/Tabs';
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

/** Ways to pay that are charged with the bill of a mobile phone; the others are wallets. */
const carriers: readonly PaymentMethodType[] = [
  'SbpsDocomo',
  'SbpsAuone',
  'SbpsAuSimple',
  'SbpsSoftbank',
  'SbpsSoftbankYahoo',
];
const isCarrier = (type: PaymentMethodType) => carriers.includes(type);

type Group = { id: 'registered' | 'card' | 'wallet' | 'carrier'; options: readonly Choice[] };

/**
 * The registered methods, a new card with its fields (L-052, L-053), the other ways to pay, each
 * kind behind a tab, and a campaign's code alone (L-054). Turning to a tab chooses its first way to
 * pay, so that what is chosen is always in sight.
 */
export function PaymentChoice(props: Props) {
  const { t } = useTranslation(['purchase', 'payment']);
  const ids = useFieldIds('paymentMethodId', t('form.method'), false);
  const { control, setValue } = useFormContext();
  const groups = useGroups(props);
  const chosen = useWatch({ control, name: 'paymentMethodId' });
  const [turned, setTurned] = useState<string | null>(null); // to a tab with nothing that can be chosen
  const groupOf = (choice: unknown) => groups.find(({ options }) => options.some(({ value }) => value === choice));
  const first = groupOf(control._defaultValues.paymentMethodId) ?? groups[0];
  const active = groupOf(chosen)?.id ?? turned ?? first?.id ?? 'card';

  const turnTo = (id: string) => {
    const group = groups.find((one) => one.id === id);
    if (!group || id === active) return;
    setTurned(group.id);
    const choice = group.options.find(({ disabled }) => !disabled)?.value ?? '';
    setValue('paymentMethodId', choice, { shouldDirty: true, shouldValidate: control._formState.isSubmitted });
  };

  const choices = (options: readonly Choice[]) => (
    <Choices name="paymentMethodId" invalid={ids.invalid} options={options} tiles />
  );
  const tabs = groups.map<Tab>(({ id, options }) => ({ id, label: t(`form.tabs.${id}`), panel: choices(options) }));
  const code: Choice = { value: codeOnly, label: t('form.codeOnly'), detail: t('form.codeOnlyDetail') };
  return (
    <FieldGroup ids={ids} label={t('form.method')} required>
      {tabs.length > 1 ? (
        <Tabs label={t('form.method')} tabs={tabs} active={active} onChange={turnTo} />
      ) : (
        choices(groups.flatMap(({ options }) => options))
      )}
      {props.campaign && <div className="pt-3">{choices([code])}</div>}
    </FieldGroup>
  );
}

function useGroups({ methods, joinable, ordered, awaited, unusable, adding }: Props): Group[] {
  const { t } = useTranslation(['purchase', 'payment']);
  const nameOf = useTypeNames();
  const markOf = (type: PaymentMethodType) => <Mark of={type} name={nameOf(type)} />;
  const card: Choice = {
    value: newMethod,
    label: t('form.newCard'),
    detail: t('payment:card.safe'),
    below: adding && <CardFields />,
  };
  const others = (of: (type: PaymentMethodType) => boolean) => [
    ...joinable.filter(of).map<Choice>((type) => ({
      value: newOf(type),
      label: t('form.newOf', { name: nameOf(type) }),
      detail: unusable.includes(type) ? t('payment:notForPlan') : undefined,
      disabled: unusable.includes(type),
      mark: markOf(type),
    })),
    ...ordered.filter(of).map<Choice>((type) => ({
      value: type,
      label: t('form.ordered', { name: nameOf(type) }),
      detail: t('form.orderedDetail'),
      mark: markOf(type),
    })),
  ];
  const waiting = awaited.map<Choice>((type) => ({
    value: `awaited:${type}`,
    label: nameOf(type),
    detail: t('payment:choice.awaited'),
    disabled: true,
  }));
  const groups: Group[] = [
    {
      id: 'registered',
      options: [...methodChoices(methods, { kinds: unusable, why: t('payment:notForPlan') }), ...waiting],
    },
    { id: 'card', options: [card] },
    { id: 'wallet', options: others((type) => !isCarrier(type)) },
    { id: 'carrier', options: others(isCarrier) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
