import { emptyHolder, type HolderValues } from '@/features/payment/cardValues';
import { prefix } from '@/lib/draft';
import { useRoot } from '@/lib/pageContext';

type Kept = HolderValues & { methodId?: string };

/**
 * The name on the card that was typed into the form, for the confirm page of the same errand, which
 * would ask for it again. The bank is another site, so it is kept in this tab, never on the server,
 * until the order is complete or the member logs out. It belongs to the member, and to the one card
 * that was added.
 */
export function useKeptHolder(planId: string) {
  const { authId } = useRoot();
  const key = `${prefix}purchase.holder.${authId ?? ''}.${planId}`;
  const read = (): Kept | null => {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(kept) ? kept : null;
  };
  return {
    keep: ({ billingLastName, billingFirstName }: HolderValues) =>
      attempt(() => sessionStorage.setItem(key, JSON.stringify({ billingLastName, billingFirstName }))),
    /** The card was added, with this id. */
    belongsTo: (methodId: string) =>
      attempt(() => {
        const kept = read();
        if (kept && !kept.methodId) sessionStorage.setItem(key, JSON.stringify({ ...kept, methodId }));
      }),
    recall: (methodId: string | null | undefined): HolderValues | null =>
      attempt(() => {
        const kept = read();
        if (!kept || !methodId || kept.methodId !== methodId) return null;
        return { billingLastName: kept.billingLastName, billingFirstName: kept.billingFirstName };
      }) ?? null,
    forget: () => attempt(() => sessionStorage.removeItem(key)),
  };
}

function isKept(value: unknown): value is Kept {
  if (!value || typeof value !== 'object') return false;
  return Object.keys(emptyHolder).every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}

/** Without storage the name is simply asked again. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
