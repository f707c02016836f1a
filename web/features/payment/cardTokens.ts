import type { CardValues } from './card';

/** What the pages know of the provider's scripts. */
export type CardScripts = {
  merchantId: string;
  serviceId: string;
  tokenScriptUrl: string;
  tdsScriptUrl: string;
  contactEmail: string | null;
};

type Answer<T> = { result: string; errorCode?: string; tokenResponse?: T };
type Generate<I, T> = { generateToken: (input: I, callback: (answer: Answer<T>) => void) => void };

declare global {
  interface Window {
    com_sbps_system?: Generate<Record<string, string>, { token: string; tokenKey: string }>;
    com_sbps_system_tds2?: Generate<Record<string, string>, { tds2infoToken: string; tds2infoTokenKey: string }>;
  }
}

/** The provider's script refused: its code of five characters, cause and field (E-056). */
export class CardTokenError extends Error {
  constructor(readonly code: string) {
    super(`card token: ${code}`);
  }
}

const causes: Record<string, string> = {
  '03': 'required',
  '04': 'invalid',
  '07': 'invalid',
  '05': 'length',
  '99': 'system',
};

const cardFields: Record<string, keyof CardValues | 'merchantId' | 'serviceId'> = {
  '001': 'merchantId',
  '002': 'serviceId',
  '003': 'ccNumber',
  '004': 'ccMonth',
  '005': 'securityCode',
};

/** The cause and the field of a code, where both are known (E-057–E-066); else the default message applies (E-067). */
export function readTokenError(code: string): { cause: string; field: string } | null {
  const cause = causes[code.slice(0, 2)];
  const field = cardFields[code.slice(2)];
  return code.length === 5 && cause && field ? { cause, field } : null;
}

const loading = new Map<string, Promise<void>>();

function load(src: string): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(src);
      script.remove();
      reject(new CardTokenError('99999'));
    };
    document.head.append(script);
  });
  loading.set(src, promise);
  return promise;
}

const patience = 30_000;

function generate<I, T>(service: Generate<I, T> | undefined, input: I): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (!service) return reject(new CardTokenError('99999'));
    const timer = setTimeout(() => reject(new CardTokenError('99999')), patience);
    service.generateToken(input, (answer) => {
      clearTimeout(timer);
      if (answer.result === 'OK' && answer.tokenResponse) resolve(answer.tokenResponse);
      else reject(new CardTokenError(answer.errorCode ?? '99999'));
    });
  });
}

/** Has the provider's script turn the card into a one-time token. The numbers go from the browser to the provider alone. */
export async function cardToken(scripts: CardScripts, card: CardValues) {
  await load(scripts.tokenScriptUrl);
  return generate(window.com_sbps_system, {
    merchantId: scripts.merchantId,
    serviceId: scripts.serviceId,
    ccNumber: card.ccNumber.replace(/ /g, ''),
    ccExpiration: card.ccYear + card.ccMonth,
    securityCode: card.securityCode,
  });
}

/** The one-time token that 3-D Secure asks for: the holder's name and a way to reach them. */
export async function holderToken(
  scripts: CardScripts,
  holder: Pick<CardValues, 'billingLastName' | 'billingFirstName'>,
) {
  await load(scripts.tdsScriptUrl);
  return generate(window.com_sbps_system_tds2, {
    merchantId: scripts.merchantId,
    serviceId: scripts.serviceId,
    billingLastName: holder.billingLastName,
    billingFirstName: holder.billingFirstName,
    email: scripts.contactEmail ?? '',
  });
}
