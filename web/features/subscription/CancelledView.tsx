import { useQuery } from '@apollo/client/react';
import { SubscriptionCancelledScreenDocument } from '@/generated/SubscriptionCancelledScreen';
import { formatDate } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale, useVariables } from '@/lib/pageContext';
import { paths, sameOriginPath } from '@/lib/paths';
import { former } from './former';
import { Receipt } from './Receipt';

/** The receipt of a cancellation, from which it can be taken back. */
export function CancelledView() {
  const { t } = useTranslation(['subscription', 'common']);
  const locale = useLocale();
  const { data } = useQuery(SubscriptionCancelledScreenDocument, {
    variables: useVariables(SubscriptionCancelledScreenDocument),
  });
  const screen = data?.screen;
  if (!screen?.endDay) return null;
  const {
    subscriptionId: id,
    planName,
    receiptNumber,
    lastViewingDay,
    endDay,
    returnTo,
    isUndoable,
    isPaymentOpen,
  } = screen;
  const back = former(returnTo, id);
  const next = sameOriginPath(returnTo)
    ? { href: back.href, label: t(back.words) }
    : { href: paths.mypagePlans, label: t('cancelled.toPlans') };
  return (
    <Receipt
      planName={planName}
      receiptNumber={receiptNumber}
      lastViewingDay={lastViewingDay}
      endDay={endDay}
      isPaymentOpen={isPaymentOpen}
      undo={isUndoable ? { id, says: t('cancelled.undoable', { date: formatDate(endDay, locale) }) } : null}
      next={next}
    />
  );
}
