import type { PurchaseConfirmScreenQuery } from '@/generated/PurchaseConfirmScreen';

type Screen = NonNullable<PurchaseConfirmScreenQuery['screen']>;

/**
 * The screen of an order that can be confirmed; without one there is only the flow-error dialog.
 */
export type OpenOrder = Screen & {
  [K in 'plan' | 'verification' | 'purchaseToken' | 'terms' | 'cardScripts']: NonNullable<Screen[K]>;
};

export function isOpen(screen: Screen | null | undefined): screen is OpenOrder {
  return !!(screen?.plan && screen.verification && screen.purchaseToken && screen.terms && screen.cardScripts);
}
