import type { UseFormReturn } from 'react-hook-form';
import { type Unreached, useAction } from '@/lib/action';
import type { CardScripts } from './cardTokens';
import { type CardField, type CardValues, cardFields } from './cardValues';
import { leaving } from './leaving';
import { TokenError, unavailable } from './tokenError';
import { type Target, useTokenError } from './useTokenError';

/**
 * Registers the card that is typed into a form: the provider's scripts make tokens of it, and the
 * bank asks its owner, from where the browser comes back to `returnTo`, or to the page that says
 * that the card was added. What only a card that is sent needs is loaded
 * then: few of those who see the form add a card.
 */
export function useRegisterCard<Values extends CardValues>(
  form: UseFormReturn<Values> & Target<CardField>,
  scripts: CardScripts,
  returnTo: string | null = null,
  offline?: Record<Unreached, string>,
) {
  const action = useAction(async () => (await import('@/generated/RegisterCard')).RegisterCardDocument, form, {
    offline,
  });
  const sayTokenError = useTokenError(form, cardFields, offline?.OFFLINE);

  async function register(values: CardValues): Promise<void> {
    try {
      const { cardToken, holderToken } = await import('./cardTokens').catch(() => {
        throw new TokenError('card', unavailable);
      });
      const { token, tokenKey } = await cardToken(scripts, values);
      const { tds2infoToken, tds2infoTokenKey } = await holderToken(scripts, values);
      const result = await action.run({ token, tokenKey, tds2infoToken, tds2infoTokenKey, returnTo });
      await leaving(result?.redirectTo);
    } catch (error) {
      sayTokenError(error);
    }
  }

  return { action, register };
}
