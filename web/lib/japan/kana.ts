import rules from '../../../schema/rules.json';
import { blanks, hyphen, invisible, trim } from '../typed';

const kanaOnly = new RegExp(`^[${rules.kana}　]*$`);
const longMark = new RegExp(`(?<=[ァ-ヺー-ヾ\u3099\u309a])${hyphen}`, 'g');

/** A reading in full-width katakana; what is none is left for the check to refuse. */
export function toKana(value: string): string {
  const joined = value.replace(invisible, '').replaceAll('゛', '\u3099').replaceAll('゜', '\u309a').normalize('NFKC');
  let kana = trim(joined)
    .replace(blanks, '　')
    .replace(/[ぁ-ゖゝゞ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
  for (let before = ''; before !== kana; ) {
    before = kana;
    kana = kana.replace(longMark, 'ー');
  }
  return kana.normalize('NFC').replaceAll('\u3099', '゛').replaceAll('\u309a', '゜');
}

export function isKana(value: string): boolean {
  return kanaOnly.test(value);
}
