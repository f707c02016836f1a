import { useTranslation } from '@/lib/i18n';
import { inSentence } from '@/lib/labelled';
import type { CardField } from './cardValues';
import { type TokenCause, TokenError } from './tokenError';

/** Any form that has the fields. */
export type Target<Field extends string> = {
  setError: (
    name: Field | 'root',
    error: { type: 'server'; message: string },
    options?: { shouldFocus: boolean },
  ) => void;
};

const labels = {
  ccNumber: 'card.number',
  ccExpiry: 'card.expiry',
  securityCode: 'card.code',
  cardHolder: 'card.holder',
} as const satisfies Record<CardField, string>;

/**
 * Says in words what a script of the provider refused: at the field it names if that is one of the
 * form's, else above the form. The form is open again after it, and no money has moved. `unsent`
 * are the words where there is no network; the usual ones if left out.
 */
export function useTokenError<Field extends CardField>(form: Target<Field>, fields: readonly Field[], unsent?: string) {
  const { t } = useTranslation(['payment', 'common']);
  return (error: unknown) => {
    if (!(error instanceof TokenError)) throw error;
    const field = fields.find((name) => name === error.field);
    if (field && error.cause && error.cause !== 'system') {
      const message = t(`card.errors.${error.cause}`, { label: inSentence(t(labels[field])) });
      form.setError(field, { type: 'server', message }, { shouldFocus: true });
    } else {
      form.setError('root', { type: 'server', message: aboveForm(error.cause, error.field !== null) });
    }
  };

  /** The store's own ids and the member's address are nothing the member could put right here. */
  function aboveForm(cause: TokenCause | null, known: boolean): string {
    if (!navigator.onLine) return unsent ?? t('common:errors.offline');
    return t(cause === 'system' || (cause && known) ? 'card.errors.system' : 'card.errors.default');
  }
}
