import * as z from 'zod/mini';
import { limits } from '@/lib/limits';
import { given } from '@/lib/rules';

export type Brand = 'V' | 'M' | 'A' | 'J' | 'D';

const prefixes: readonly [Brand, RegExp][] = [
  ['V', /^4/],
  ['M', /^5/],
  ['A', /^3[47]/],
  ['J', /^35/],
  ['D', /^3[068]/],
];

/** The brand a number begins like (V-050–V-054), or null. */
export function brandOf(number: string): Brand | null {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0] ?? null;
}

/** How many characters the number's input takes, spaces included (K-031–K-033). */
export function inputLength(number: string): number {
  const brand = brandOf(number);
  if (brand === 'A') return 17;
  return brand === 'D' ? 16 : 19;
}

/** Groups of four while typing, 4-6-5 for American Express, 4-6-4 for Diners; anything but digits is dropped. */
export function maskNumber(value: string): string {
  const digits = value.normalize('NFKC').replace(/\D/g, '');
  const brand = brandOf(digits);
  const groups = brand === 'A' ? [4, 6, 5] : brand === 'D' ? [4, 6, 4] : [4, 4, 4, 4];
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ').slice(0, inputLength(digits));
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

const bare = (number: string) => number.replace(/ /g, '');

function isNumber(value: string): boolean {
  const { minLength, maxLength } = limits.card;
  if (value.length < minLength || value.length > maxLength || !/^[0-9 ]+$/.test(value)) return false;
  return passesLuhn(bare(value));
}

/** Four digits for American Express, three for the other brands, either when the brand is unknown. */
function fitsBrand(code: string, number: string): boolean {
  if (!/^[0-9]{3,4}$/.test(code)) return false;
  const brand = brandOf(bare(number));
  if (brand === null) return true;
  return code.length === (brand === 'A' ? 4 : 3);
}

const roman = z.pipe(given, z.string().check(z.regex(/^[A-Za-z .'-]+$/, 'ROMAN_ONLY'), z.maxLength(45, 'TOO_LONG')));

/** The name on the card, which 3-D Secure asks for. */
export const holderShape = { billingLastName: roman, billingFirstName: roman };

/** A card as it is typed; `today` is YYYYMM in Tokyo. Nothing of it is ever sent to us. */
export function cardSchema(today: string) {
  return z
    .object({
      ccNumber: z.pipe(given, z.string().check(z.refine(isNumber, 'CARD_NUMBER'))),
      ccMonth: given,
      ccYear: given,
      securityCode: given,
      ...holderShape,
    })
    .check(
      z.refine((card) => fitsBrand(card.securityCode, card.ccNumber), {
        path: ['securityCode'],
        error: 'SECURITY_CODE',
        when: ({ value }) => (value as { securityCode?: string }).securityCode !== '',
      }),
      z.refine((card) => card.ccYear + card.ccMonth >= today, {
        path: ['ccMonth'],
        error: 'CARD_EXPIRED',
        when: ({ value }) => {
          const { ccYear, ccMonth } = value as { ccYear?: string; ccMonth?: string };
          return !!ccYear && !!ccMonth;
        },
      }),
    );
}

export type CardValues = {
  ccNumber: string;
  ccMonth: string;
  ccYear: string;
  securityCode: string;
  billingLastName: string;
  billingFirstName: string;
};

export const emptyCard: CardValues = {
  ccNumber: '',
  ccMonth: '',
  ccYear: '',
  securityCode: '',
  billingLastName: '',
  billingFirstName: '',
};

/** The present month in Tokyo as YYYYMM. */
export function monthInTokyo(now: Date = new Date()): string {
  const [year, month] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' })
    .format(now)
    .split('-');
  return `${year}${month}`;
}

/** The years a card may expire in: this one and the next nine (K-029). */
export function expiryYears(today: string): string[] {
  const first = Number(today.slice(0, 4));
  return Array.from({ length: limits.card.expiryYears }, (_, i) => String(first + i));
}
