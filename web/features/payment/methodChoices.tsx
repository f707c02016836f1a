import type { PaymentMethodFragment, PaymentMethodType } from '@/generated/fragments';
import type { Choice } from '@/ui/RadioField';
import { PaymentMethodMark } from './PaymentMethodMark';
import { PaymentMethodName } from './PaymentMethodName';

type Unusable = { kinds: readonly PaymentMethodType[]; why: string };

/**
 * Registered methods to choose from. An expired card is shown but cannot be chosen, nor what cannot
 * pay for this, which says why.
 */
export function methodChoices(methods: readonly PaymentMethodFragment[], unusable: Unusable): Choice[] {
  return methods.flatMap<Choice>((method) => {
    const refused = unusable.kinds.includes(method.paymentMethodType);
    return method.accountPaymentMethodId
      ? {
          value: method.accountPaymentMethodId,
          label: <PaymentMethodName method={method} warnExpired />,
          detail: refused ? unusable.why : undefined,
          disabled: refused || method.sbpsCreditInfo?.isExpired,
          mark: <PaymentMethodMark method={method} />,
        }
      : [];
  });
}
