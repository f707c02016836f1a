import type { RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import type { UserError } from '@/lib/action';
import { isRequired } from '@/lib/limits';
import type { Locale } from '@/lib/locale';
import { blanks, toName } from '@/lib/typed';

type NameParts = Record<'familyName' | 'givenName', string>;
type Known = Pick<SignupFormDataFragment, 'familyName' | 'givenName'> | null;

/** Kanji and kana: a name in them begins with the family name in every language. */
const japanese = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

const isFamilyFirst = (name: string, locale: Locale) => locale === 'ja' || japanese.test(name);

/**
 * The parts of a name that is typed in one field, with white space between them. In Japanese the
 * first is the family name, in English the last. A single one has no given name beside it.
 */
export function splitName(name: string, locale: Locale): NameParts {
  const parts = toName(name).split(blanks);
  const familyName = (isFamilyFirst(name, locale) ? parts.shift() : parts.pop()) ?? '';
  return { familyName, givenName: parts.join(' ') };
}

/** A name that is known by its parts, as the one field opens with it. */
export function joinName(known: Known, locale: Locale): string {
  const parts = [known?.familyName, known?.givenName];
  return toName((isFamilyFirst(parts.join(''), locale) ? parts : parts.reverse()).join(' '));
}

/**
 * Whether the name is asked for in one field: the store needs both of its parts, does not ask for
 * the whole of it as well, and what is known of it would be read there as it is.
 */
export function asksFullName(setting: RegistrationSettingFragment, known: Known, locale: Locale): boolean {
  const { familyName } = splitName(joinName(known, locale), locale);
  return (
    isRequired(setting.familyName) &&
    isRequired(setting.givenName) &&
    !isRequired(setting.name) &&
    familyName === (known?.familyName ?? '')
  );
}

/** What the server says of a part of the name is told at the one field. */
export function atFullName(error: UserError): UserError {
  return { ...error, field: error.field?.replace(/\b(family|given)Name$/, 'fullName') };
}
