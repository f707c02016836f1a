import { describe, expect, it } from 'vitest';
import { emptyForm, leanSetting, neededSetting } from '@/testing/signup';
import { asksFullName, atFullName, joinName, splitName } from './fullName';

describe('a name in one field', () => {
  it.each([
    ['ja', '山田 太郎', '山田', '太郎'],
    ['ja', '山田　太郎', '山田', '太郎'],
    ['ja', '　 山田\u00a0\t　太郎 ', '山田', '太郎'],
    ['ja', '山田 太郎 ジョン', '山田', '太郎 ジョン'],
    ['ja', 'スミス ジョン', 'スミス', 'ジョン'],
    ['ja', 'Yamada Taro', 'Yamada', 'Taro'],
    ['en', 'Taro Yamada', 'Yamada', 'Taro'],
    ['en', ' Mary  Ann\u2003Smith ', 'Smith', 'Mary Ann'],
    ['en', '山田 太郎', '山田', '太郎'],
    ['en', 'やまだ たろう', 'やまだ', 'たろう'],
    ['en', 'ヤマダ タロウ', 'ヤマダ', 'タロウ'],
    ['en', 'ﾔﾏﾀﾞ ﾀﾛｳ', 'ﾔﾏﾀﾞ', 'ﾀﾛｳ'],
    ['en', '佐々木 花', '佐々木', '花'],
  ] as const)('white space of any kind separates its parts; %s: %j', (locale, name, familyName, givenName) => {
    expect(splitName(name, locale)).toEqual({ familyName, givenName });
  });

  it.each([
    ['', ''],
    ['　 ', ''],
    ['\u200b', ''],
    ['山田太郎', '山田太郎'],
    [' Taro ', 'Taro'],
  ])('has no second part without white space between: %j', (name, familyName) => {
    for (const locale of ['ja', 'en'] as const) expect(splitName(name, locale)).toEqual({ familyName, givenName: '' });
  });

  it.each([
    ['ja', '山田', '太郎', '山田 太郎'],
    ['en', '山田', '太郎', '山田 太郎'],
    ['ja', 'Yamada', 'Taro', 'Yamada Taro'],
    ['en', 'Yamada', 'Taro', 'Taro Yamada'],
    ['en', 'Smith', 'Mary Ann', 'Mary Ann Smith'],
    ['ja', '山田', null, '山田'],
    ['ja', null, null, ''],
  ] as const)('opens with what is known, as it will be read; %s: %s, %s', (locale, familyName, givenName, name) => {
    expect(joinName({ familyName, givenName }, locale)).toBe(name);
    expect(splitName(name, locale)).toEqual({ familyName: familyName ?? '', givenName: givenName ?? '' });
  });
});

describe('the name is asked for in one field', () => {
  const asks = (changes: object, known: object = {}, locale: 'ja' | 'en' = 'ja') =>
    asksFullName({ ...leanSetting, ...changes }, { ...emptyForm, ...known }, locale);
  const both = { familyName: 'REQUIRED', givenName: 'REQUIRED' };

  it('where the store needs both of its parts', () => {
    expect(asksFullName(neededSetting, null, 'ja')).toBe(true);
    expect(asks(both)).toBe(true);
    expect(asks({ familyName: 'REQUIRED' })).toBe(false);
    expect(asks({ givenName: 'REQUIRED' })).toBe(false);
    expect(asks({})).toBe(false);
  });

  it('where the store does not ask for the whole name as well', () => {
    expect(asks({ ...both, name: 'REQUIRED' })).toBe(false);
  });

  it('where a name that is known would be read as it is', () => {
    expect(asks(both, { familyName: '山田', givenName: '太郎' })).toBe(true);
    expect(asks(both, { familyName: '山田' })).toBe(true);
    expect(asks(both, { familyName: 'van Beethoven', givenName: 'Ludwig' }, 'en')).toBe(false);
    expect(asks(both, { familyName: 'Smith', givenName: 'Mary Ann' }, 'en')).toBe(true);
    expect(asks(both, { givenName: '太郎' })).toBe(false); // it would be taken for the family name
  });
});

describe('a mistake in a part of the name', () => {
  it.each([
    ['familyName', 'fullName'],
    ['givenName', 'fullName'],
    ['formData.givenName', 'formData.fullName'],
  ])('is one of the field: %s', (field, wanted) => {
    expect(atFullName({ code: 'TOO_LONG', field, message: '' }).field).toBe(wanted);
  });
  it.each(['familyNameKana', 'name', null])('is one of the field: not that of %s', (field) => {
    expect(atFullName({ code: 'TOO_LONG', field, message: '' }).field ?? null).toBe(field);
  });
});
