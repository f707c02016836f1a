import { limits } from '@/lib/limits';

type Brand = 'V' | 'M' | 'A' | 'J' | 'D';

/** Display names of the brand codes (F-212–F-216); any other code is unknown. */
export const brandNames: Record<Brand, string> = {
  V: 'Visa',
  M: 'Mastercard',
  A: 'American Express',
  J: 'JCB',
  D: 'Diners Club International',
};

const prefixes: readonly [Brand, RegExp][] = [
  ['V', /^4/],
  ['M', /^5/],
  ['A', /^3[47]/],
  ['J', /^35/],
  ['D', /^3[068]/],
];

/** The name of a brand code of the provider, or null when it names no brand we know (F-217). */
export function brandName(code: string): string | null {
  return Object.hasOwn(brandNames, code) ? brandNames[code as Brand] : null;
}

/** The brand a number begins like (V-050–V-054), or null. */
export function brandOf(number: string): Brand | null {
  return prefixes.find(([, prefix]) => prefix.test(number))?.[0] ?? null;
}

/** How the digits of a brand are grouped on the card. */
function groupsOf(brand: Brand | null): readonly number[] {
  if (brand === 'A') return [4, 6, 5];
  return brand === 'D' ? [4, 6, 4] : [4, 4, 4, 4];
}

/** How many characters the input takes, spaces included: 17, 16 or 19 (K-031–K-033). */
export function inputLength(number: string): number {
  const groups = groupsOf(brandOf(number));
  return groups.reduce((sum, size) => sum + size, groups.length - 1);
}

/** Digits in any width, in the groups of their brand; anything else falls away. */
export function maskNumber(value: string): string {
  const digits = bare(value);
  const parts: string[] = [];
  let at = 0;
  for (const size of groupsOf(brandOf(digits))) {
    if (at < digits.length) parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** The digits alone. */
export function bare(value: string): string {
  return value.normalize('NFKC').replace(/\D/g, '');
}

/** How many digits the security code of a number may have. */
export function codeLengths(number: string): readonly number[] {
  const brand = brandOf(bare(number));
  if (brand === null) return [3, 4];
  return brand === 'A' ? [4] : [3];
}

/**
 * Digits and spaces, as many digits as the brand has (14 to 16 for one we do not know, A-141), with
 * the right check digit.
 */
export function isCardNumber(value: string): boolean {
  if (value.length > limits.card.maxLength || !/^[0-9 ]+$/.test(value)) return false;
  const digits = bare(value);
  const brand = brandOf(digits);
  const wanted = groupsOf(brand).reduce((sum, size) => sum + size, 0);
  const least = brand === null ? limits.card.minLength : wanted;
  return digits.length >= least && digits.length <= wanted && passesLuhn(digits);
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
