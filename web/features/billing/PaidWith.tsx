import { PaymentMethodName } from '@/features/payment/PaymentMethodName';
import type { PaidWithFragment } from '@/generated/fragments';

/** What was paid with, as it was then: of a card no expiry is kept. */
export function PaidWith({ method }: { method: PaidWithFragment }) {
  const { paymentMethodType, sbpsCreditInfo: card } = method;
  const shown = card && { ...card, expireDate: '', isExpired: false };
  return <PaymentMethodName method={{ paymentMethodType, sbpsCreditInfo: shown }} />;
}
