import { methodChoices } from '@/features/payment/methodChoices';
import { ChangePaymentMethodDocument } from '@/generated/ChangePaymentMethod';
import type { PaymentMethodFragment, PaymentMethodType } from '@/generated/fragments';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { Form, SubmitButton } from '@/ui/Form';
import { RadioField } from '@/ui/RadioField';
import { RootError } from '@/ui/RootError';

type Props = {
  id: string;
  methods: readonly PaymentMethodFragment[];
  /** What cannot pay for the contract. */
  unusable: readonly PaymentMethodType[];
  /** What pays for the contract now, if anything. */
  present: string | null;
  /** What is chosen at first, if anything. */
  chosen: string;
  /** Changing pays, because the contract is on hold. */
  pays: boolean;
  /** Asks for the page anew. */
  refetch: () => Promise<unknown>;
};

/**
 * The member's methods to choose from. The present one is marked; it can be chosen only to pay with
 * it once more.
 */
export function MethodForm({ id, methods, unusable, present, chosen, pays, refetch }: Props) {
  const { t } = useTranslation(['subscription', 'payment']);
  const form = useForm(async () => (await import('./schema')).methodSchema, { paymentMethodId: chosen });
  const change = useAction(ChangePaymentMethodDocument, form, {
    failure: { says: t('method.failed') },
    follow: 'replace',
    onTold: refetch,
  });
  const choices = methodChoices(methods, { kinds: unusable, why: t('payment:notForPlan') });
  return (
    <Form
      form={form}
      action={change}
      ns="payment"
      onSubmit={({ paymentMethodId }) => change.run({ subscriptionId: id, paymentMethodId })}
    >
      <RootError />
      <RadioField
        name="paymentMethodId"
        label={t('method.choose')}
        required
        tiles
        options={choices.map((choice) =>
          choice.value === present
            ? { ...choice, detail: t('method.present'), disabled: choice.disabled || !pays }
            : choice,
        )}
      />
      <div>
        <SubmitButton wide={false}>{t(pays ? 'method.pay' : 'method.submit')}</SubmitButton>
      </div>
    </Form>
  );
}
