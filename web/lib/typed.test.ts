import { describe, expect, it } from 'vitest';
import all from '../../schema/typed.json';
import { toBackupCode, toCampaignCode } from './codes';
import { toBirthday } from './japan/birthday';
import { isKana, toKana } from './japan/kana';
import { toPostalCode } from './japan/postalCode';
import { toPhone } from './phone';
import { toCode, toHalfWidth, toName } from './typed';

/** The code of a device is sent as it was typed: its form works without scripts. */
const vectors = all.filter(([kind]) => kind !== 'deviceCode');

const kinds: Record<string, (value: string) => string> = {
  name: toName,
  kana: toKana,
  phone: toPhone,
  postalCode: toPostalCode,
  birthday: toBirthday,
  code: toCode,
  backupCode: toBackupCode,
  campaignCode: toCampaignCode,
  halfWidth: toHalfWidth,
};

describe('what people type', () => {
  // F-04 F-05 F-06 F-07 F-08 F-09 F-10 F-12: the pages make of it what the server does
  // (server/base/typed).
  it.each(vectors)('%s: %j is %j', (kind, typed, wanted) => {
    const made = kinds[kind as string];
    expect(made?.(typed as string)).toBe(wanted);
    expect(made?.(wanted as string)).toBe(wanted);
  });
  it('has vectors of each kind', () => {
    expect(new Set(vectors.map(([kind]) => kind))).toEqual(new Set(Object.keys(kinds)));
  });
  it('F-09: readings are full-width katakana with all of its letters', () => {
    for (const kana of ['', 'ヤマダ　タロウ', 'ヷヸヹヺ', 'イスヾ', 'ホヽ', 'ローマ', 'ア゛ア゜', 'ア・イ', 'ヵヶ'])
      expect(isKana(kana)).toBe(true);
    for (const other of ['やまだ', '山田', 'ﾔﾏﾀﾞ', 'ロ-マ', 'Ａ', 'ヤマダ タロウ']) expect(isKana(other)).toBe(false);
  });
});
