import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Namespace, en as webEn, ja as webJa } from './registry';

type Locale = 'ja' | 'en';
type Text = { name: string; text: string };
type Tree = { [key: string]: string | Tree };

const server = join(import.meta.dirname, '..', '..', 'server');
const demo = join(import.meta.dirname, '..', '..', 'demo');
const rules = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** The rows of the table under a heading, cell by cell. */
function table(heading: string): string[][] {
  const section = rules.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) =>
    row
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

const list = (cell = '') => cell.replaceAll('`', '').split(', ').filter(Boolean);

function flat(tree: Tree, at: string): Text[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ name: `${at}${key}`, text: value }] : flat(value, `${at}${key}.`),
  );
}

const read = (path: string) => readFileSync(join(server, path), 'utf8');
const catalogues = { fault: 'base/fault/text', purchase: 'money/purchase/terms', pages: 'transport/pages/plain' };
const templates = readdirSync(join(server, 'base/notify/templates'));

/** What a mail says: its template without markup, and without what the program puts in. */
function prose(template: string): string {
  return template
    .replace(/\{\{[^}]*\}\}/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** What the demo store says, by the line of its file; a text of several lines is one. */
function stored(locale: Locale): Text[] {
  const file = readFileSync(join(demo, 'store.yaml'), 'utf8');
  const line = (at: number) => file.slice(0, at).split('\n').length;
  const given = new RegExp(
    `(?:\\{ |, )${locale}: ("[^"]*"|[^,}\\n]*)|^( *)(?:- )?${locale}: (?:\\|-?\\n((?:\\2 +.*\\n|\\n)*)|(.*))`,
    'gm',
  );
  return [...file.matchAll(given)].map(({ index, 1: short, 3: block, 4: plain }) => ({
    name: `store:${line(index)}`,
    text: short ?? block ?? plain ?? '',
  }));
}

/** Every text a member may read, by its name. */
function texts(locale: Locale): Text[] {
  const pages = { ja: webJa, en: webEn }[locale] as Record<Namespace, Tree>;
  return [
    ...Object.entries(pages).flatMap(([name, tree]) => flat(tree, `${name}:`)),
    ...Object.entries(catalogues).flatMap(([name, file]) =>
      flat(JSON.parse(read(`${file}.${locale}.json`)), `${name}:`),
    ),
    ...templates
      .filter((file) => file.includes(`.${locale}.`))
      .map((file) => ({ name: `notify:${file}`, text: prose(read(`base/notify/templates/${file}`)) })),
    ...readdirSync(join(demo, 'pages'))
      .filter((file) => file.endsWith(`.${locale}.html`))
      .map((file) => ({ name: `demo:${file}`, text: prose(readFileSync(join(demo, 'pages', file), 'utf8')) })),
    ...stored(locale),
  ];
}

/** Whether a name fits one that may hold `*` for anything. */
const fits = (name: string, pattern: string) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(name);

const given = table('Texts of the specification').flatMap(([names]) => list(names));
const nouns = table('Labels in sentences').flatMap(([names]) => list(names));

/** What of the forbidden a text says in its own words. */
function found(locale: Locale, filled: string, forbidden: readonly string[]): string[] {
  const text = filled.replace(/\{+\w+\}+/g, '');
  if (locale === 'ja') return forbidden.filter((word) => text.includes(word));
  return forbidden.filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w@])`, 'i').test(text));
}

/** What is wrong, without a word on what it is wrong with. */
const bare = {
  ja: /^(入力|選択|形式|使用|一致|チェック|[全半]角の?(英数字|カタカナ|ローマ字)?で)/,
  en: /^(Please (fill this in|choose one|tick this box)|Please use [\w -]+(letters|digits|characters|katakana)\.|This (does not|must)|The format is)/,
};

const headings = { ja: 'Japanese', en: 'English' };

describe.each(['ja', 'en'] as const)('words in %s (P-06)', (locale) => {
  const glossary = table(headings[locale]).map(([name = '', , never]) => ({ name, never: list(never) }));
  const all = texts(locale);

  it('reads the glossary and the texts', () => {
    expect(glossary.length).toBeGreaterThan(10);
    expect(glossary.filter(({ never }) => never.length === 0)).toEqual([]);
    expect(all.length).toBeGreaterThan(600);
    expect(stored(locale).length).toBeGreaterThan(100);
    expect(all.filter(({ name }) => name.startsWith('demo:')).length).toBeGreaterThan(2);
    expect(
      found(
        locale,
        { ja: '新規登録（無料）', en: 'Sent by mail.' }[locale],
        glossary.flatMap(({ never }) => never),
      ),
    ).toHaveLength(1);
  });

  it('calls one thing by one name', () => {
    const wrong = all
      .filter(({ name }) => !given.includes(name))
      .flatMap(({ name, text }) =>
        glossary.flatMap((entry) =>
          found(locale, text, entry.never).map((word) => `${name} says ${word}, its name is ${entry.name}: ${text}`),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('builds no sentence around a label (P-04)', () => {
    const glued = all.filter(
      ({ name, text }) => /\{\{?(label|codeName)\}/.test(text) && !nouns.some((noun) => fits(name, noun)),
    );
    expect(glued).toEqual([]);
  });

  it('names the field in what is wrong with it (U-21)', () => {
    const generic = all.filter(({ name }) => /^validation:[A-Z_]+$/.test(name));
    expect(generic.length).toBeGreaterThan(15);
    expect(generic.filter(({ text }) => !/「\{\{field\}\}」|“\{\{field\}\}”/.test(text))).toEqual([]);
    const named = all.filter(({ name }) => /^(validation:|\w+:errors\.)\w+\./.test(name));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ text }) => bare[locale].test(text))).toEqual([]);
  });

  it('names in its exceptions only texts that exist', () => {
    const names = all.map(({ name }) => name);
    expect([...given, ...nouns].filter((pattern) => !names.some((name) => fits(name, pattern)))).toEqual([]);
  });
});

it('a sentence in English begins with a capital letter', () => {
  expect(texts('en').filter(({ text }) => /[a-z)”][.!?] [a-z]/.test(text))).toEqual([]);
});

describe('what is filled in', () => {
  const values = (text: string) => [...new Set([...text.matchAll(/\{\{?(\w+)\}/g)].map(([, name]) => name))].sort();

  it('is the same in both languages', () => {
    const english = new Map(texts('en').map(({ name, text }) => [name, text]));
    const differing = texts('ja')
      .filter(({ name }) => !name.startsWith('notify:'))
      .filter(({ name, text }) => values(text).join() !== values(english.get(name) ?? '').join())
      .map(({ name, text }) => `${name}: ${text} / ${english.get(name)}`);
    expect(differing).toEqual([]);
  });

  it('is the same in the mails of both languages, as text and as HTML', () => {
    const facts = (file: string) =>
      [...new Set([...read(`base/notify/templates/${file}`).matchAll(/\.M\.(\w+)/g)].map(([, name]) => name))]
        .sort()
        .join();
    const japanese = templates.filter((file) => file.includes('.ja.'));
    expect(japanese.length).toBeGreaterThan(20);
    for (const file of japanese) expect(facts(file.replace('.ja.', '.en.')), file).toBe(facts(file));
  });
});
