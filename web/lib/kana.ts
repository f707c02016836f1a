const kanaOnly = /^[ァ-ヶー゛゜・\s　]*$/;

/** Half-width katakana and hiragana become full-width katakana, spaces full-width; all else is left for the check to refuse. */
export function toKana(value: string): string {
  return value
    .normalize('NFKC')
    .trim()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/\s+/g, '　');
}

export function isKana(value: string): boolean {
  return kanaOnly.test(value);
}

const hyphens = /[-‐‑‒–—―−－ーｰ]/g;

/** Digits in any width with any hyphen → digits: 〒１５０ー０００２ → 1500002. */
export function toDigits(value: string): string {
  return value
    .replace(hyphens, '')
    .normalize('NFKC')
    .replace(/[\s〒]/g, '');
}

/** A code as it was sent: half-width, no space anywhere. */
export function toCode(value: string): string {
  return toHalfWidth(value).replace(/\s/g, '');
}

/** Full-width letters, digits and symbols → half-width, outer space gone. */
export function toHalfWidth(value: string): string {
  return value.normalize('NFKC').trim();
}
