import { loadScript } from '@/lib/loadScript';
import { bare } from './cardNumber';
import type { CardValues, HolderValues } from './cardValues';
import { expiryMonth } from './expiry';
import { namesOf } from './holder';
import { TokenError, unavailable } from './tokenError';

/** What the pages know of the provider's scripts. */
export type CardScripts = {
  merchantId: string;
  serviceId: string;
  tokenScriptUrl: string;
  tdsScriptUrl: string;
  contactEmail: string | null;
};

type Answer<T> = { result: string; errorCode?: string; tokenResponse?: T };
type Script<T> = { generateToken: (input: Record<string, string>, callback: (answer: Answer<T>) => void) => void };

type CardToken = { token: string; tokenKey: string };
type HolderToken = { tds2infoToken: string; tds2infoTokenKey: string };

declare global {
  interface Window {
    com_sbps_system?: Script<CardToken>;
    com_sbps_system_tds2?: Script<HolderToken>;
  }
}

/** How long a script may take to answer before the member may try again. */
const patience = 30_000;

function generate<T>(script: Script<T> | undefined, input: Record<string, string>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (!script) throw new Error('the script defines nothing');
    const timer = setTimeout(() => reject(new Error('the script does not answer')), patience);
    script.generateToken(input, ({ result, errorCode, tokenResponse }) => {
      clearTimeout(timer);
      if (result === 'OK' && tokenResponse) resolve(tokenResponse);
      else reject(errorCode ?? unavailable);
    });
  });
}

/** A refusal keeps its code; whatever else went wrong is a failure of the system. */
const codeOf = (error: unknown) => (typeof error === 'string' ? error : unavailable);

/**
 * Has the provider's script turn the card into a one-time token. The numbers go from the browser to
 * the provider alone. Rejects with a TokenError, whatever went wrong.
 */
export async function cardToken(scripts: CardScripts, card: CardValues): Promise<CardToken> {
  try {
    await loadScript(scripts.tokenScriptUrl);
    return await generate(window.com_sbps_system, {
      merchantId: scripts.merchantId,
      serviceId: scripts.serviceId,
      ccNumber: bare(card.ccNumber),
      ccExpiration: expiryMonth(card.ccExpiry) ?? '',
      securityCode: card.securityCode,
    });
  } catch (error) {
    throw new TokenError('card', codeOf(error));
  }
}

/**
 * The one-time token that 3-D Secure asks for: the holder's name and a way to reach them. Rejects
 * like cardToken.
 */
export async function holderToken(scripts: CardScripts, holder: HolderValues): Promise<HolderToken> {
  try {
    await loadScript(scripts.tdsScriptUrl);
    return await generate(window.com_sbps_system_tds2, {
      merchantId: scripts.merchantId,
      serviceId: scripts.serviceId,
      ...namesOf(holder.cardHolder),
      email: scripts.contactEmail ?? '',
    });
  } catch (error) {
    throw new TokenError('holder', codeOf(error));
  }
}
