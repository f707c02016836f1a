import rules from '../../schema/rules.json';
import { hyphens, toBare, toHalfWidth } from './typed';

/** A phone number as it is dialled in Japan, in digits: +81 (0)90-1234-5678 → 09012345678. */
export function toPhone(value: string): string {
  const number = toBare(value)
    .replace(/[()[\].,/・]/g, '')
    .toLowerCase()
    .replace(/^tel:/, '');
  return number.replace(/^\+810?/, '0');
}

/**
 * A phone number while it is typed: digits, in any width, as many as it may have (V-025, V-026), and what stands between them when it is
 * pasted, until the field is left.
 */
export function whilePhone(value: string): string {
  let left = rules.phoneNumber.max;
  return [...value]
    .filter((character, at) => {
      const plain = toHalfWidth(character);
      if (/^\d$/.test(plain)) return left-- > 0;
      if (plain === '+' && at === 0) left += 2; // the country's code
      return /^[-+() ./]?$/.test(plain.replace(hyphens, '-'));
    })
    .join('');
}
