import rules from '../../schema/rules.json';

/*
 * What was meant by what a person typed or pasted, by the kind of value. Every field of one line
 * goes through the function of its kind when it is left, and before it is judged and sent. The
 * server does the same for all calls (server/base/typed, where the kinds are described); both prove
 * it with schema/typed.json. What few pages need is in phone.ts, codes.ts and japan/.
 */

/**
 * Characters that show nothing and come along with a paste: marks of direction, spaces without
 * a width.
 */
export const invisible = /\p{Cf}/gu;

export const hyphen = `[${rules.hyphens.replace('-', '\\-')}]`;
export const hyphens = new RegExp(hyphen, 'g');
export const blanks = /\p{White_Space}+/gu;

/** Blanks around a text, as the server knows them. */
export const trim = (value: string) => value.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');

/** Email addresses, user IDs and other Latin text in half width. */
export function toHalfWidth(value: string): string {
  return trim(value.replace(invisible, '').normalize('NFKC'));
}

/**
 * Kanji that Unicode keeps apart for older encodings: normalisation would take them for other ones,
 * which is not how their bearers write.
 */
const withoutCompatible = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;

const visible = new RegExp(`[^\\p{White_Space}\\p{C}\\p{Z}\\p{M}${rules.blank}]`, 'u');

/**
 * Names, addresses, answers: kept as typed, but for marks that are joined with their letters.
 * Without a visible character it is empty.
 */
export function toName(value: string): string {
  if (!visible.test(value)) return '';
  return trim(
    value.replace(/(?![\u200c\u200d])\p{Cf}/gu, '').replace(withoutCompatible, (part) => part.normalize('NFC')),
  );
}

/** Half width, without hyphens and blanks: 'ー' is a hyphen among digits and letters. */
export const toBare = (value: string) =>
  toHalfWidth(value.replace(hyphens, '')).replace(hyphens, '').replace(blanks, '');

/**
 * A code that was sent or that an app shows: its digits may be pasted as messages print them, in
 * groups, and with the words around them. Where they are not the only ones of their length, or
 * there are none, blanks alone fall away.
 */
export function toCode(value: string): string {
  const text = toHalfWidth(value);
  const even = text.replace(hyphens, '-').replace(blanks, ' ');
  for (const form of [/\d+/g, /\d(?:[ -]*\d)*/g]) {
    const found = (even.match(form) ?? [])
      .map((run) => run.replace(/[ -]/g, ''))
      .filter((run) => run.length === rules.pinCode.length);
    if (found.length === 1) return found[0] as string;
  }
  return text.replace(blanks, '');
}
