import rules from '../../schema/rules.json';
import { hyphens, invisible, toBare, toHalfWidth } from './typed';

/** A phone number as it is dialled in Japan, in digits: +81 (0)90-1234-5678 → 09012345678. */
export function toPhone(value: string): string {
  const number = toBare(value)
    .replace(/[()[\].,/・]/g, '')
    .toLowerCase()
    .replace(/^tel:/, '');
  return number.replace(/^\+810?/, '0');
}

const dialled = new RegExp(`^0\\d{${rules.phoneNumber.min - 1},${rules.phoneNumber.max - 1}}$`);

/**
 * The number that a whole pasted text is; undefined for what is none, such as a part of a number or
 * one with an extension.
 */
export function pastedPhone(value: string): string | undefined {
  const number = toPhone(value);
  return dialled.test(number) ? number : undefined;
}

/**
 * A phone number while it is typed: digits, in any width, as many as it may have (V-025, V-026),
 * and the marks between them, until the field is left. Invisible marks are removed, and so is
 * everything before the first digit but a + and a bracket.
 */
export function whilePhone(value: string): string {
  let left = rules.phoneNumber.max;
  let begun = false;
  return [...value.replace(invisible, '')]
    .filter((character) => {
      const plain = toHalfWidth(character);
      if (/^\d$/.test(plain)) {
        begun = true;
        return left-- > 0;
      }
      if (begun) return /^[-() ./]?$/.test(plain.replace(hyphens, '-'));
      if (plain !== '+') return plain === '(';
      begun = true;
      left += 2; // the country's code
      return true;
    })
    .join('');
}
