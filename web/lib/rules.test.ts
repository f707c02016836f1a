import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { check } from './check';
import { limits, ruleOf } from './limits';
import { fields, newPassword, oneTimePassword, optional, required, sex, withRules } from './rules';

async function codes(schema: z.ZodMiniType, values: object): Promise<Record<string, string>> {
  const { errors } = await check(schema as never, values as never);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, (error as { type: string }).type]));
}

async function code(field: z.ZodMiniType<string, string>, value: string): Promise<string | undefined> {
  return (await codes(z.object({ value: field }), { value })).value;
}

describe('rules of the store', () => {
  const form = withRules(
    { nickname: fields.nickname, nameKana: fields.nameKana, phoneNumber: fields.phoneNumber },
    { nickname: 'REQUIRED', nameKana: 'NOT_USE', phoneNumber: 'OPTIONAL' },
  );

  it('V-001: NOT_USE leaves the field out', async () => {
    expect(await codes(form, { nickname: 'a', nameKana: 'not kana', phoneNumber: '' })).toEqual({});
  });
  it('V-004 V-009: REQUIRED wants at least one character', async () => {
    expect(await codes(form, { nickname: '', phoneNumber: '' })).toEqual({ nickname: 'REQUIRED' });
    expect(await codes(form, { phoneNumber: '' })).toEqual({ nickname: 'REQUIRED' });
  });
  it('V-003: an optional field may be empty, but is checked when filled', async () => {
    expect(await codes(form, { nickname: 'a', phoneNumber: '12' })).toEqual({ phoneNumber: 'INVALID_FORMAT' });
  });
  it('V-003: an unknown rule counts as optional', () => {
    expect([ruleOf('SOMETHING'), ruleOf(null), ruleOf('REQUIRED'), ruleOf('NOT_USE')]).toEqual([
      'OPTIONAL',
      'OPTIONAL',
      'REQUIRED',
      'NOT_USE',
    ]);
  });
});

describe('fields', () => {
  it.each([
    ['V-109 V-112', fields.userId, 'taro_1', 'ALPHANUMERIC_ONLY'],
    ['V-108 V-110', fields.userId, 'abcde', 'TOO_SHORT'],
    ['V-108 V-111', fields.userId, 'a'.repeat(16), 'TOO_LONG'],
    ['V-108', fields.userId, 'abcdef', undefined],
    ['V-087 V-088', fields.email, 'taro@', 'INVALID_FORMAT'],
    ['V-087', fields.email, 'taro@example', 'INVALID_FORMAT'],
    ['V-087', fields.email, 'taro.yamada+a@mail.example.jp', undefined],
    ['V-089', fields.email, `${'a'.repeat(180)}@example.com`, 'TOO_LONG'],
    ['V-089', fields.email, `${'a'.repeat(179)}@example.com`, undefined],
    ['V-065', fields.nameKana, 'ヤマダ　タロー', undefined],
    ['V-065', fields.nameKana, 'やまだ', 'KANA_ONLY'],
    ['V-065', fields.familyNameKana, 'ﾔﾏﾀﾞ', 'KANA_ONLY'],
    ['V-066', fields.birthday, '1990/01/02', undefined],
    ['V-066 V-070', fields.birthday, '1990/01', 'INVALID_FORMAT'],
    ['V-066', fields.birthday, '1990/02/30', 'INVALID_FORMAT'],
    ['V-067', fields.birthday, '1899/12/31', 'INVALID_FORMAT'],
    ['V-067', fields.birthday, '2100/01/01', 'INVALID_FORMAT'],
    ['V-077', fields.phoneNumber, '0312345678', undefined],
    ['V-077', fields.phoneNumber, '090123456789', 'INVALID_FORMAT'],
    ['V-077', fields.phoneNumber, '031234567', 'INVALID_FORMAT'],
    ['V-078', fields.phoneNumber, '090-1234-5678', 'INVALID_FORMAT'],
    ['V-080', fields.postalCode, '1500002', undefined],
    ['V-080', fields.postalCode, '150000', 'INVALID_FORMAT'],
    ['V-081', fields.postalCode, '150-0002', 'INVALID_FORMAT'],
    ['K-037', fields.prefecture, '47', undefined],
    ['K-037', fields.prefecture, '48', 'INVALID_FORMAT'],
    ['V-033', fields.pinCode, '１２３４', 'HALF_WIDTH_ONLY'],
    ['V-061', sex(false), '0', undefined],
    ['V-060 V-061', sex(true), '0', 'INVALID_CHOICE'],
    ['V-061 V-062', sex(false), '3', 'INVALID_CHOICE'],
  ])('%s: %#', async (_row, field, value, wanted) => {
    expect(await code(required(field), value)).toBe(wanted);
    expect(await code(optional(field), value)).toBe(wanted);
  });

  it.each([
    ['V-066', fields.birthday],
    ['V-077', fields.phoneNumber],
    ['V-080', fields.postalCode],
  ])('%s: empty is fine unless required (A-158)', async (_row, field) => {
    expect(await code(optional(field), '')).toBeUndefined();
    expect(await code(required(field), '')).toBe('REQUIRED');
  });
});

describe('new password', () => {
  it.each([
    ['V-094', null, 'abcde12', 'TOO_SHORT'],
    ['V-094', null, 'abcdef12', undefined],
    ['V-094', null, `${'a'.repeat(29)}1`, undefined],
    ['V-094', null, `${'a'.repeat(30)}1`, 'TOO_LONG'],
    ['V-095', null, 'ABCDEF12', 'NEEDS_LOWERCASE'],
    ['V-096', null, 'abcdefgh', 'NEEDS_DIGIT'],
    ['V-097', null, 'abcdef12あ', 'INVALID_CHARACTERS'],
    ['V-097', null, 'abcdef 12', 'INVALID_CHARACTERS'],
    ['V-098', 'UPPER_CASE', 'abcdef12', 'NEEDS_UPPERCASE'],
    ['V-098', 'UPPER_CASE', 'Abcdef12', undefined],
    ['V-099', 'SYMBOL', 'abcdef12', 'NEEDS_SYMBOL'],
    ['V-099', 'SYMBOL', 'abcdef1!', undefined],
    ['V-100', 'UPPER_CASE_SYMBOL', 'Abcdef12', 'NEEDS_SYMBOL'],
    ['V-100', 'UPPER_CASE_SYMBOL', 'abcdef1!', 'NEEDS_UPPERCASE'],
    ['V-100', 'UPPER_CASE_SYMBOL', 'Abcdef1!', undefined],
    ['V-100 none', 'NONE', 'abcdef12', undefined],
  ])('%s: %s %s', async (_row, strength, value, wanted) => {
    expect(await code(required(newPassword(strength)), value)).toBe(wanted);
  });

  it('takes the store’s own maximum', async () => {
    expect(await code(required(newPassword(null, 64)), `${'a'.repeat(40)}1`)).toBeUndefined();
    expect(limits.password.max).toBe(30);
  });
});

// Each generic rule of the form library at a field of ours that sets it: what breaks it, and what
// just keeps it.
describe('generic rules', () => {
  it.each([
    ['V-010 min', newPassword(), 'abcdef1', 'TOO_SHORT', 'abcdefg1'],
    ['V-011 max', fields.nickname, 'あ'.repeat(limits.name.max + 1), 'TOO_LONG', 'あ'.repeat(limits.name.max)],
    ['V-012 length, one less', oneTimePassword, '12345', 'OTP_LENGTH', '123456'],
    ['V-012 length, one more', oneTimePassword, '1234567', 'OTP_LENGTH', '123456'],
    ['V-012 length, of digits', fields.postalCode, '100000', 'INVALID_FORMAT', '1000001'],
    ['V-013 pattern', fields.userId, 'taro-01', 'ALPHANUMERIC_ONLY', 'taro01'],
    ['V-014 custom', fields.birthday, '2023/02/29', 'INVALID_FORMAT', '2024/02/29'],
  ] as const)('%s', async (_row, field, broken, wanted, kept) => {
    expect(await code(field as z.ZodMiniType<string, string>, broken)).toBe(wanted);
    expect(await code(field as z.ZodMiniType<string, string>, kept)).toBeUndefined();
  });
});

describe('generic codes', () => {
  it.each([
    ['V-125', z.object({ value: z.string() }), {}, 'REQUIRED'],
    ['V-126', z.object({ value: z.string() }), { value: 3 }, 'INVALID_TYPE'],
    ['V-127', z.object({ value: z.number().check(z.minimum(2)) }), { value: 1 }, 'TOO_SMALL'],
    ['V-128', z.object({ value: z.number().check(z.maximum(2)) }), { value: 3 }, 'TOO_BIG'],
    ['a length', z.object({ value: z.string().check(z.length(3, 'WRONG_LENGTH')) }), { value: 'ab' }, 'WRONG_LENGTH'],
    ['a pattern', z.object({ value: z.string().check(z.regex(/^a/)) }), { value: 'b' }, 'INVALID_FORMAT'],
    [
      'a rule of one’s own',
      z.object({ value: z.string().check(z.refine((v) => v === 'x', 'ODD')) }),
      { value: 'b' },
      'ODD',
    ],
  ])('%s', async (_row, schema, values, wanted) => {
    expect((await codes(schema, values)).value).toBe(wanted);
  });
});
