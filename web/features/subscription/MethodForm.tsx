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
  /** What is chosen at first, if anything. */
  current: string;
  /** Changing pays, because the contract is on hold. */
  pays: boolean;
  /** Asks for the page anew. */
  refetch: () => Promise<unknown>;
};

/** The member's methods to choose from. */
export function MethodForm({ id, methods, unusable, current, pays, refetch }: Props) {
  const { t } = useTranslation(['subscription', 'payment']);
  const form = useForm(async () => (await import('./schema')).methodSchema, { paymentMethodId: current });
  const change = useAction(ChangePaymentMethodDocument, form, {
    failure: { says: t('method.failed') },
    follow: 'replace',
    onTold: refetch,
  });
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
        options={methodChoices(methods, { kinds: unusable, why: t('payment:notForPlan') })}
      />
      <div>
        <SubmitButton wide={false}>{t(pays ? 'method.pay' : 'method.submit')}</SubmitButton>
      </div>
    </Form>
  );
}
