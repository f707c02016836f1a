import type { CardField } from './cardValues';

export type TokenCause = 'required' | 'invalid' | 'length' | 'system';

/** The code of whatever failed without one of the provider's. */
export const unavailable = '99999';

const causes: Record<string, TokenCause> = {
  '03': 'required',
  '04': 'invalid',
  '07': 'invalid',
  '05': 'length',
  '99': 'system',
};

type TokenField = CardField | 'merchantId' | 'serviceId' | 'email';

/**
 * The two scripts number their fields apart: 003 is the card number of one and the family name of
 * the other, whose given name is 004; a card has both in one field.
 */
const fields: Record<'card' | 'holder', Record<string, TokenField>> = {
  card: { '001': 'merchantId', '002': 'serviceId', '003': 'ccNumber', '004': 'ccExpiry', '005': 'securityCode' },
  holder: {
    '001': 'merchantId',
    '002': 'serviceId',
    '003': 'cardHolder',
    '004': 'cardHolder',
    '017': 'email',
  },
};

/**
 * A provider's script has refused: five characters, two of cause and three of field (E-056). What
 * is not known is null, and the default message applies (E-067).
 */
export class TokenError extends Error {
  readonly cause: TokenCause | null;
  readonly field: TokenField | null;

  constructor(
    script: 'card' | 'holder',
    readonly code: string,
  ) {
    super(`${script} token: ${code}`);
    const known = code.length === 5;
    this.cause = (known && causes[code.slice(0, 2)]) || null;
    this.field = (known && fields[script][code.slice(2)]) || null;
  }
}
