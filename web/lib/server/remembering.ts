import type { Translate } from '@/lib/i18n';

/**
 * A text is looked up once and only its blanks are filled anew; looking the same words up for every
 * page was a tenth of its cost. What else the library can do with options (contexts, formats,
 * nesting) is left to it.
 */
export function remembering(translate: Translate, language: string): Translate {
  const plain = new Map<string, unknown>();
  const patterns = new Map<string, Pattern | null>();
  const plural = new Intl.PluralRules(language);
  /** Which of the texts for several plurals a count chooses; there may be one for none. */
  const formOf = (count: number) => (count === 0 ? 'zero' : plural.select(count));
  const patternFor = (key: unknown, name: string, { count }: { count?: unknown }) => {
    const counted = typeof count === 'number';
    const form = counted ? `${name} ${formOf(count)}` : name;
    let pattern = patterns.get(form);
    if (pattern === undefined) {
      pattern = patternOf(translate(key, { skipInterpolation: true, ...(counted && { count }) }));
      patterns.set(form, pattern);
    }
    return pattern;
  };
  return (key, ...rest) => {
    // Of several keys the first that has words counts.
    const name = Array.isArray(key) ? key.join() : key;
    const isBare = typeof rest[0] === 'string'; // what is said where there are no words
    if (typeof name !== 'string' || rest.length > 1 || isBare) return translate(key, ...rest);
    if (rest.length === 1) {
      const pattern = patternFor(key, name, rest[0] ?? {});
      return (pattern && filled(pattern, rest[0])) ?? translate(key, rest[0]);
    }
    let words = plain.get(name);
    if (words === undefined) {
      words = translate(key);
      plain.set(name, words);
    }
    return words;
  };
}

type Pattern = { text: string; blanks: ReadonlySet<string> };

const blank = /\{\{(\w+)\}\}/g;

/** A text whose blanks are bare names; null when it is none, or nests or formats. */
function patternOf(text: unknown): Pattern | null {
  if (typeof text !== 'string' || /\{\{|\$t\(/.test(text.replace(blank, ''))) return null;
  return { text, blanks: new Set(Array.from(text.matchAll(blank), ([, name]) => name as string)) };
}

/** Options that say how a text is looked up, and fill no blank. */
const orders =
  /^(context|defaultValue.*|lngs?|fallbackLng|ns|ordinal|postProcess|joinArrays|(key|ns|context)Separator)$/;

/**
 * The text with its blanks filled; null when one is not, or there is more to the options than words
 * and numbers for blanks, which the text need not have.
 */
function filled({ text, blanks }: Pattern, options: unknown): string | null {
  const values = options as Record<string, unknown>;
  const names = Object.keys(values ?? {});
  const fits = (name: string) =>
    !orders.test(name) && (typeof values[name] === 'string' || typeof values[name] === 'number');
  if (!names.every(fits) || ![...blanks].every((name) => names.includes(name))) return null;
  return text.replace(blank, (_, name: string) => String(values[name]));
}
