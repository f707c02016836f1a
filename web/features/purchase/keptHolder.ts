import type { HolderValues } from '@/features/payment/cardValues';
import { forgetDraft, isOver, read, write } from '@/lib/keptDrafts';
import { useRoot } from '@/lib/pageContext';

/**
 * The name on the card that was typed into the form, for the confirm page of the same errand, which
 * would ask for it again. The bank is another site, so it is kept in this tab like what is typed
 * into forms, never on the server, until the order is complete. It belongs to the member, and to
 * the one card that was added.
 */
export function useKeptHolder(planId: string) {
  const { authId } = useRoot();
  const name = `purchase.holder.${planId}`;
  const keep = (values: Record<string, string>) => write(name, { of: authId, at: Date.now(), over: 0, values });
  const kept = (): Record<string, unknown> | null => {
    const draft = read(name);
    return draft && !isOver(draft, authId) ? draft.values : null;
  };
  return {
    keep: ({ cardHolder }: HolderValues) => keep({ cardHolder }),
    /** The card was added, with this id. */
    belongsTo: (methodId: string) => {
      const values = kept();
      if (isHolder(values) && !('methodId' in values)) keep({ ...values, methodId });
    },
    recall: (methodId: string | null | undefined): HolderValues | null => {
      const values = kept();
      if (!isHolder(values) || !methodId || !('methodId' in values) || values.methodId !== methodId) return null;
      return { cardHolder: values.cardHolder };
    },
    forget: () => forgetDraft(name),
  };
}

function isHolder(values: Record<string, unknown> | null): values is HolderValues {
  return typeof values?.cardHolder === 'string';
}
