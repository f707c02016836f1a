import limits from '../../schema/rules.json';

/**
 * The limits both sides check by. This file has no zod in it, so that a page may ask about rules
 * before its schema arrives.
 */
export { limits };

type Rule = 'NOT_USE' | 'OPTIONAL' | 'REQUIRED';

/** The store's word on a field; anything it does not know counts as optional. */
export function ruleOf(value: string | null | undefined): Rule {
  return value === 'NOT_USE' || value === 'REQUIRED' ? value : 'OPTIONAL';
}

/**
 * What fields take as `required`: true for 必須, false for 任意. A field with NOT_USE is not drawn
 * at all.
 */
export function isRequired(rule: string | null | undefined): boolean {
  return ruleOf(rule) === 'REQUIRED';
}

type PasswordRule = { code: string; holds: (value: string) => boolean };

/**
 * What a new password needs, in the order it is told: the schema checks by this, and a page may
 * show it while typing.
 */
export function passwordRules(strength?: string | null, max: number = limits.password.max): PasswordRule[] {
  const rules: (PasswordRule | false | undefined)[] = [
    { code: 'TOO_SHORT', holds: (value) => value.length >= limits.password.min },
    { code: 'TOO_LONG', holds: (value) => value.length <= max },
    { code: 'INVALID_CHARACTERS', holds: (value) => /^[\x21-\x7e]*$/.test(value) },
    { code: 'NEEDS_LOWERCASE', holds: (value) => /[a-z]/.test(value) },
    { code: 'NEEDS_DIGIT', holds: (value) => /[0-9]/.test(value) },
    strength?.startsWith('UPPER_CASE') && { code: 'NEEDS_UPPERCASE', holds: (value) => /[A-Z]/.test(value) },
    strength?.endsWith('SYMBOL') && { code: 'NEEDS_SYMBOL', holds: (value) => /[^A-Za-z0-9]/.test(value) },
  ];
  return rules.filter((rule) => !!rule);
}
