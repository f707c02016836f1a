import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { PaymentMethodType } from '@/generated/fragments';
import { type AnyAction, type Unreached, useAction } from '@/lib/action';
import { leaving, posting } from './leaving';

type Join = {
  /**
   * Begins to add the kind. It ends when that failed, or when the member comes back to this page as
   * it was left.
   */
  begin: (kind: PaymentMethodType) => Promise<void>;
  /** What adds the kind. */
  actionOf: (kind: PaymentMethodType) => AnyAction;
  /** What was told last. */
  told: AnyAction;
};

/**
 * Adds a way to pay on the page of the company behind it, to which the browser is led, or posts a
 * form (`linked`). From there it comes back to `returnTo`.
 */
export function useJoin<Values extends FieldValues>(
  linked: readonly PaymentMethodType[],
  returnTo?: string,
  form?: UseFormReturn<Values>,
  offline?: Record<Unreached, string>,
): Join {
  const words = { offline };
  const join = useAction(
    async () => (await import('@/generated/JoinPaymentMethod')).JoinPaymentMethodDocument,
    form,
    words,
  );
  const link = useAction(
    async () => (await import('@/generated/LinkPaymentMethod')).LinkPaymentMethodDocument,
    form,
    words,
  );
  const begin = async (paymentMethodType: PaymentMethodType) => {
    join.clearNotice();
    link.clearNotice();
    const input = { paymentMethodType, returnTo };
    if (linked.includes(paymentMethodType)) await posting(await link.run(input));
    else await leaving((await join.run(input))?.redirectTo);
  };
  return { begin, actionOf: (kind) => (linked.includes(kind) ? link : join), told: link.notice ? link : join };
}
