import { describe, expect, it } from 'vitest';
import { codeOf } from '@/lib/check';
import { brandName, brandOf, codeLengths, inputLength, isCardNumber, maskNumber, passesLuhn } from './cardNumber';
import { emptyCard, monthInTokyo } from './cardValues';
import { expiryMonth, isOffered, maskExpiry, toExpiry } from './expiry';
import { cardSchema, holderSchema, typedCardSchema } from './schema';

const numbers = {
  V: '4111 1111 1111 1111',
  M: '5555 5555 5555 4444',
  A: '3782 822463 10005',
  J: '3566 0020 2036 0505',
  D: '3056 930902 5904',
};

describe('brands', () => {
  it.each([
    ['V-050', '4', 'V'],
    ['V-051', '5', 'M'],
    ['V-052', '34', 'A'],
    ['V-052', '37', 'A'],
    ['V-053', '35', 'J'],
    ['V-054', '30', 'D'],
    ['V-054', '36', 'D'],
    ['V-054', '38', 'D'],
  ])('%s: %s… is %s', (_row, prefix, brand) => {
    expect(brandOf(`${prefix}00`)).toBe(brand);
  });

  // what the table does not name is left to the provider.
  it.each(['', '2', '3', '31', '39', '6'])('knows nothing of %s…', (prefix) => {
    expect(brandOf(prefix)).toBeNull();
  });

  it.each([
    ['F-212', 'V', 'Visa'],
    ['F-213', 'M', 'Mastercard'],
    ['F-214', 'A', 'American Express'],
    ['F-215', 'J', 'JCB'],
    ['F-216', 'D', 'Diners Club International'],
    ['F-217', 'X', null],
    ['F-217', '', null],
    ['F-217', 'toString', null],
  ])('%s: code %s is called %s', (_row, code, name) => {
    expect(brandName(code)).toBe(name);
  });
});

describe('the number', () => {
  it.each([
    ['K-031', numbers.A, 17],
    ['K-032', numbers.D, 16],
    ['K-033', numbers.V, 19],
    ['K-033', numbers.M, 19],
    ['K-033', numbers.J, 19],
    ['K-033', '', 19],
  ])('%s: the field takes as much as %s needs', (_row, number, length) => {
    expect(inputLength(number)).toBe(length);
    expect(number.length).toBeLessThanOrEqual(length);
  });

  it.each([
    ['4111111111111111', numbers.V],
    ['４１１１−１１１１', '4111 1111'],
    ['378282246310005999', numbers.A],
    ['30569309025904', numbers.D],
    ['4111a 1', '4111 1'],
    ['', ''],
  ])('shows %s as %s', (typed, shown) => {
    expect(maskNumber(typed)).toBe(shown);
  });

  // the blanks between the digits count for nothing.
  it.each(Object.values(numbers))('V-043 V-044 V-045: %s is a number', (number) => {
    expect(number.length).toBeGreaterThanOrEqual(14);
    expect(number.length).toBeLessThanOrEqual(19);
    expect(isCardNumber(number)).toBe(true);
    expect(isCardNumber(number.replaceAll(' ', ''))).toBe(true);
  });

  it.each([
    ['V-043', '4111 1111 1111'],
    ['V-043', '4111 1111 1111 1111 0000'],
    ['V-043', '6011 0000 0000 4'],
    ['V-044', '4111-1111-1111-1111'],
    ['V-044', '4111 1111 1111 111a'],
    ['V-045', '4111 1111 1111 1112'],
  ])('%s: %s is none', (_row, number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  it('V-045: the check digit is that of Luhn', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    for (const last of '012456789') expect(passesLuhn(`7992739871${last}`)).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });

  it('A-141 A-142: leaves a brand it does not know to the provider, from 14 digits on', () => {
    expect(isCardNumber('6011 1111 1111 1117')).toBe(true);
    expect(isCardNumber('2223 0031 2200 3222')).toBe(true);
  });
});

describe('the expiry', () => {
  it('K-029: is within ten years, the present one and the next nine', () => {
    const [first, ...years] = Array.from({ length: 12 }, (_, i) => `${2026 + i}01`);
    expect([first, ...years].map((month) => isOffered(String(month), '202612'))).toEqual(
      Array.from({ length: 12 }, (_, i) => i < 10),
    );
  });
  it('K-030: has a month from 01 to 12', () => {
    const months = ['00/29', '01/29', '09/29', '12/29', '13/29', '1/29', '', 'ab/cd'];
    expect(months.map(expiryMonth)).toEqual([null, '202901', '202909', '202912', null, null, null, null]);
  });
  it.each([
    ['12/29', '12/29'],
    ['1229', '12/29'],
    ['12/2029', '12/29'],
    ['122029', '12/29'],
    ['129', '01/29'],
    ['1/29', '01/29'],
    [' １２／２９　', '12/29'],
    ['１２２９', '12/29'],
    ['12 / 29', '12/29'],
    ['12-29', '12/29'],
    ['12ー29', '12/29'],
    ['2029-12', '12/29'],
    ['202912', '12/29'],
    ['2029年12月', '12/29'],
    ['12月29年', '12/29'],
    ['\u200b12/29\u202c', '12/29'],
    ['13/29', '13/29'],
    ['12/9', '12/9'],
    ['12/29/30', '12/29/30'],
    ['never', 'never'],
    ['', ''],
    ['9'.repeat(400), '9'.repeat(400)],
  ])('what is typed as %s is %s', (typed, expiry) => expect(toExpiry(typed)).toBe(expiry));
  it('the slash comes by itself, and a month of one digit gets its zero', () => {
    const typed = ['1', '12', '122', '1229', '5', '0', '05', '529', '12/2029', '202912', '１２２', ''];
    expect(typed.map(maskExpiry)).toEqual([
      ...['1', '12', '12/2', '12/29', '05', '0', '05', '05/29', '12/2029', '202912', '12/2', ''],
    ]);
  });
  it('A-144: counts months in Tokyo', () => {
    expect(monthInTokyo(new Date('2026-12-31T15:00:00Z'))).toBe('202701');
    expect(monthInTokyo(new Date('2026-12-31T14:59:59Z'))).toBe('202612');
  });
});

describe('a card as a whole', () => {
  const good = {
    ...emptyCard,
    ccNumber: numbers.V,
    ccExpiry: '12/26',
    securityCode: '123',
    cardHolder: "O'NEIL-B. KAIIN",
  };
  /** The first code of each field, as the form shows it. */
  const wrong = (changes: Partial<typeof good>) => {
    const { error } = cardSchema('202612').safeParse({ ...good, ...changes });
    const codes: Record<string, string> = {};
    for (const issue of error?.issues ?? []) codes[String(issue.path[0])] ??= codeOf(issue);
    return codes;
  };

  it('is right', () => expect(wrong({})).toEqual({}));

  it('is judged in the wallet as its fields will show it', () => {
    for (const ccExpiry of ['1226', '12/2026', '１２／２６']) {
      expect(typedCardSchema('202612').safeParse({ ...good, ccExpiry }).error).toBeUndefined();
    }
  });

  it('tells everything that is missing in one breath', () => {
    expect(wrong(emptyCard)).toEqual(Object.fromEntries(Object.keys(emptyCard).map((name) => [name, 'REQUIRED'])));
  });

  it.each([
    ['V-047', numbers.A, '123', 'SECURITY_CODE'],
    ['V-047', numbers.A, '1234', undefined],
    ['V-048', numbers.V, '1234', 'SECURITY_CODE'],
    ['V-048', numbers.M, '123', undefined],
    ['V-048', numbers.J, '1234', 'SECURITY_CODE'],
    ['V-048', numbers.D, '123', undefined],
  ])('%s: with %s the code %s is %s', (_row, ccNumber, securityCode, code) => {
    expect(wrong({ ccNumber, securityCode }).securityCode).toBe(code);
  });

  //
  it.each(['12', '12345', '12a'])('a code is three or four digits, not %s', (securityCode) => {
    expect(wrong({ securityCode, ccNumber: '6011 1111 1111 1117' }).securityCode).toBe('SECURITY_CODE');
    expect(codeLengths('6011')).toEqual([3, 4]);
  });

  it('V-049: this month is in time, last month is past', () => {
    expect(wrong({ ccExpiry: '12/26' })).toEqual({});
    expect(wrong({ ccExpiry: '11/26' })).toEqual({ ccExpiry: 'CARD_EXPIRED' });
    expect(wrong({ ccExpiry: '01/27' })).toEqual({});
  });

  it.each(['13/29', '0000', '12', 'soon', '12/36'])(
    'K-029 K-030: %s is no month that a card may expire in',
    (ccExpiry) => {
      expect(wrong({ ccExpiry })).toEqual({ ccExpiry: 'CARD_EXPIRY' });
    },
  );

  it.each([
    ['会員', 'ROMAN_ONLY'],
    ['1TARO', 'ROMAN_ONLY'],
    ['TARO', 'BOTH_NAMES'],
    [`A ${'B'.repeat(46)}`, 'TOO_LONG'],
    [`${'A'.repeat(46)} B`, 'TOO_LONG'],
  ])('the name %s is %s', (name, code) => {
    expect(wrong({ cardHolder: name })).toEqual({ cardHolder: code });
  });

  it('a name may be typed in any width', () => {
    const { data } = holderSchema.safeParse({ cardHolder: ' ＴＡＲＯ　 KAIIN ' });
    expect(data).toEqual({ cardHolder: 'TARO KAIIN' });
  });
});
