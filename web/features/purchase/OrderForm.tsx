import { holderToken } from '@/features/payment/cardTokens';
import { emptyHolder, type HolderValues, holderFields } from '@/features/payment/cardValues';
import { HolderFields } from '@/features/payment/HolderFields';
import { leaving, posting } from '@/features/payment/leaving';
import { useTokenError } from '@/features/payment/useTokenError';
import { PurchaseDocument } from '@/generated/Purchase';
import { useAction } from '@/lib/action';
import { useForm } from '@/lib/form';
import { useTranslation } from '@/lib/i18n';
import { go } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Form, SubmitButton } from '@/ui/Form';
import { RootError } from '@/ui/RootError';
import { useCountdown } from '@/ui/useCountdown';
import type { OpenOrder } from './openOrder';
import { useOfflineWords } from './useOfflineWords';

/** Said while the order is still open: the card's owner has to authenticate first. */
const authenticationRequired = 'AUTHENTICATION_REQUIRED';

type Props = { order: OpenOrder; refetch: () => Promise<void> };

/**
 * The button that orders, with the card holder's name where the bank will ask who they are. A
 * refused order is over: the form says why, and another method can be chosen there.
 */
export function OrderForm({ order, refetch }: Props) {
  const { t } = useTranslation('purchase');
  const { plan, cardScripts, purchaseToken, needsAuthentication } = order;
  const schema = async () => (await import('@/features/payment/schema')).holderSchema;
  const form = useForm<HolderValues>(needsAuthentication ? schema : null, emptyHolder);
  const offline = useOfflineWords();
  const purchase = useAction(PurchaseDocument, form, {
    offline,
    onRefused: (errors) => {
      const open = errors.some(({ code }) => code === authenticationRequired);
      if (!open) void go(paths.plan(plan.planId), 'replace');
      return open;
    },
    onTold: ({ code }) => (code === authenticationRequired ? refetch() : undefined),
  });
  const { left: wait } = useCountdown(purchase.notice?.retryAfter ?? 0);
  const sayTokenError = useTokenError(form, holderFields, offline.OFFLINE);

  async function submit(holder: HolderValues) {
    try {
      const token = needsAuthentication ? await holderToken(cardScripts, holder) : null;
      const { tds2infoToken = null, tds2infoTokenKey = null } = token ?? {};
      const result = await purchase.run({ planId: plan.planId, purchaseToken, tds2infoToken, tds2infoTokenKey });
      if (result?.linkUrl) return await posting(result);
      await leaving(result?.redirectTo);
    } catch (error) {
      sayTokenError(error);
    }
  }

  return (
    <Form form={form} action={purchase} ns="payment" onSubmit={submit}>
      <RootError />
      {wait > 0 && <p className="text-sm text-ink-2 tabular-nums">{t('confirm.wait', { seconds: wait })}</p>}
      {needsAuthentication && <HolderFields />}
      <SubmitButton disabled={wait > 0}>{order.terms.buttonLabel}</SubmitButton>
    </Form>
  );
}
