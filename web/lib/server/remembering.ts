import type { Translate } from '@/lib/i18n';

/**
 * A text is looked up once and only its blanks are filled anew; looking the same words up for every
 * page was a tenth of its cost. What else the library can do with options (plurals, contexts,
 * formats, nesting) is left to it.
 */
export function remembering(translate: Translate): Translate {
  const plain = new Map<string, unknown>();
  const patterns = new Map<string, Pattern | null>();
  return (key, ...rest) => {
    // Of several keys the first that has words counts.
    const name = Array.isArray(key) ? key.join() : key;
    if (typeof name !== 'string' || rest.length > 1) return translate(key, ...rest);
    if (rest.length === 1) {
      let pattern = patterns.get(name);
      if (pattern === undefined) {
        pattern = patternOf(translate(key, { skipInterpolation: true }));
        patterns.set(name, pattern);
      }
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

/**
 * A text whose blanks are bare names; null when it is none, or nests or formats. A count may choose
 * between plurals.
 */
function patternOf(text: unknown): Pattern | null {
  if (typeof text !== 'string' || /\{\{|\$t\(/.test(text.replace(blank, ''))) return null;
  const blanks = new Set(Array.from(text.matchAll(blank), ([, name]) => name as string));
  return blanks.has('count') ? null : { text, blanks };
}

/**
 * The text with its blanks filled; null when there is more to the options than a word or number for
 * each blank.
 */
function filled({ text, blanks }: Pattern, options: unknown): string | null {
  const values = options as Record<string, unknown>;
  const names = Object.keys(values ?? {});
  const fits = (name: string) =>
    blanks.has(name) && (typeof values[name] === 'string' || typeof values[name] === 'number');
  if (names.length !== blanks.size || !names.every(fits)) return null;
  return text.replace(blank, (_, name: string) => String(values[name]));
}
