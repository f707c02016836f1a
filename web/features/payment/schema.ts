import * as z from 'zod/mini';
import { required } from '@/lib/given';
import { toHalfWidth } from '@/lib/typed';
import { codeLengths, isCardNumber, maskNumber } from './cardNumber';
import { type CardValues, type HolderValues, longestName } from './cardValues';
import { expiryMonth, isOffered, toExpiry } from './expiry';
import { namesOf, toHolder } from './holder';

const holder = {
  cardHolder: required(
    z.string().check(
      z.refine((name) => /^[A-Za-z][A-Za-z .'-]*$/.test(name), { error: 'ROMAN_ONLY', abort: true }),
      z.refine((name) => name.includes(' '), 'BOTH_NAMES'),
      z.refine((name) => Object.values(namesOf(name)).every(({ length }) => length <= longestName), 'TOO_LONG'),
    ),
  ),
};

/**
 * Rules about two fields are checked even while other fields are still wrong, so that everything is
 * told in one breath.
 */
const always = () => true;

/** Values are judged as the fields will show them once they are left. */
function holderAsLeft<Values extends HolderValues>(values: Values): Values {
  return { ...values, cardHolder: toHolder(values.cardHolder) };
}

/** The same for a whole card. */
export function cardAsLeft<Values extends CardValues>(values: Values): Values {
  const { ccNumber, ccExpiry, securityCode } = values;
  return {
    ...holderAsLeft(values),
    ccNumber: maskNumber(ccNumber),
    ccExpiry: toExpiry(ccExpiry),
    securityCode: toHalfWidth(securityCode),
  };
}

/** The name on a registered card, for 3-D Secure. */
export const holderSchema = z.pipe(z.transform(holderAsLeft<HolderValues>), z.object(holder));

/** A card as it is typed; `month` is the present one, YYYYMM. */
export function cardSchema(month: string) {
  return z
    .object({
      ccNumber: required(z.string().check(z.refine(isCardNumber, 'CARD_NUMBER'))),
      ccExpiry: required(
        z.string().check(
          z.refine((value) => isOffered(expiryMonth(value) ?? '9999', month), 'CARD_EXPIRY'),
          z.refine((value) => (expiryMonth(value) ?? month) >= month, 'CARD_EXPIRED'),
        ),
      ),
      securityCode: required(z.string().check(z.regex(/^[0-9]{3,4}$/, 'SECURITY_CODE'))),
      ...holder,
    })
    .check(
      z.refine(({ securityCode, ccNumber }) => codeLengths(ccNumber).includes(securityCode.length), {
        path: ['securityCode'],
        error: 'SECURITY_CODE',
        when: always,
      }),
    );
}

/** The same, as its fields will show it once they are left. */
export function typedCardSchema(month: string) {
  return z.pipe(z.transform(cardAsLeft<CardValues>), cardSchema(month));
}
