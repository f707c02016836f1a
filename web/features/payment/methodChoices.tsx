import type { PaymentMethodFragment } from '@/generated/fragments';
import type { Choice } from '@/ui/RadioField';
import { PaymentMethodName } from './PaymentMethodName';

/** Registered methods to choose from. An expired card is shown but cannot be chosen. */
export function methodChoices(methods: readonly PaymentMethodFragment[]): Choice[] {
  return methods.flatMap<Choice>((method) =>
    method.accountPaymentMethodId
      ? {
          value: method.accountPaymentMethodId,
          label: <PaymentMethodName method={method} warnExpired />,
          disabled: method.sbpsCreditInfo?.isExpired,
        }
      : [],
  );
}
