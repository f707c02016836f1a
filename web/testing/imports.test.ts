// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { circles, type Import, importsOf, isTest, nameOf, sources, textOf } from './modules';

/**
 * Which feature may use which other one, for parts that both show; what is missing here
 * stands alone.
 */
const features: Record<string, readonly string[]> = {
  billing: ['payment'],
  bought: ['plans'],
  home: ['mypage', 'plans'],
  login: ['social'],
  mypage: ['passkey', 'payment', 'plans', 'social'],
  plans: ['payment'],
  purchase: ['bought', 'passkey', 'payment', 'plans', 'player', 'survey'],
  reConsent: ['signup'],
  signup: ['passkey', 'registration', 'social'],
  subscription: ['payment', 'plans', 'survey'],
  withdraw: ['payment', 'plans', 'survey'],
};

/** Each layer may use those before it. `messages` holds texts and the type of their keys. */
const layers = ['generated', 'messages', 'lib', 'ui', 'layouts', 'features', 'pages'];

/**
 * Uses of a later layer: the type of a document, and the type of the keys of all texts, come from
 * there.
 */
const backwards = new Set(['generated → lib', 'messages → features']);

const code = layers.flatMap(sources).filter((file) => !isTest(file));
const imports = code.flatMap((file) => importsOf(file));
const layerOf = (path: string) => path.split('/', 1)[0] as string;
const featureOf = (path: string) => path.split('/')[1] as string;
const show = ({ of, to }: Import) => `${of} → ${to}`;
const byName = new Map(code.map((file) => [nameOf(file), file]));

describe('who may import whom', () => {
  it('sees the code', () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(imports.some(({ of, to }) => of === 'lib/rules.ts' && to === 'lib/japan/kana')).toBe(true);
    expect(imports.some(({ to, lazy }) => lazy && to === 'features/login/schema')).toBe(true);
  });

  it('a layer uses only those before it', () => {
    const wrong = imports.filter(({ of, to }) => {
      const [from, at] = [layerOf(of), layerOf(to)];
      return layers.includes(at) && layers.indexOf(at) > layers.indexOf(from) && !backwards.has(`${from} → ${at}`);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('a feature uses only the features of the table, and the table names none in vain', () => {
    const across = imports.filter(
      ({ of, to }) => layerOf(of) === 'features' && layerOf(to) === 'features' && featureOf(of) !== featureOf(to),
    );
    const wrong = across.filter(({ of, to }) => !features[featureOf(of)]?.includes(featureOf(to)));
    expect(wrong.map(show)).toEqual([]);
    const used = new Set(across.map(({ of, to }) => `${featureOf(of)} ${featureOf(to)}`));
    const named = Object.entries(features).flatMap(([of, to]) => to.map((name) => `${of} ${name}`));
    expect(named.filter((pair) => !used.has(pair))).toEqual([]);
  });

  it('no feature leads back to itself', () => {
    const reached = (name: string, seen = new Set<string>()): Set<string> => {
      for (const next of features[name] ?? []) if (!seen.has(next)) reached(next, seen.add(next));
      return seen;
    };
    expect(Object.keys(features).filter((name) => reached(name).has(name))).toEqual([]);
  });

  it('no file leads back to itself, not even by a type', () => {
    expect(circles(imports)).toEqual([]);
  });

  it.each([
    ['by values', { 'a.ts': "import { b } from './b';", 'b.ts': "export { a } from './a';" }],
    ['by a type', { 'a.tsx': "import type { B } from './b';", 'b.ts': "import { type A, a } from './a';" }],
    ['by what is loaded later', { 'a.tsx': "const b = import('./b');", 'b.ts': "let a: typeof import('./a');" }],
  ])('finds files that lead back to themselves %s', (_, files) => {
    const made = Object.entries(files).flatMap(([file, source]) => importsOf(`ui/${file}`, source));
    expect(circles(made)).toEqual(['ui/a → ui/b → ui/a']);
    expect(circles(made.slice(1))).toEqual([]);
  });

  /** A form uses its schema and values, and they do not use the form. */
  const showsSomething = ({ to }: Import) =>
    ['ui', 'layouts', 'features', 'pages'].includes(layerOf(to)) && /\.tsx$/.test(byName.get(to) ?? '');

  it('a module without elements uses none that has some', () => {
    const plain = imports.filter(({ of, to }) => of.endsWith('.ts') && to !== 'ui/touched'); // what comes with the first touch
    expect(plain.some(({ of }) => of === 'features/withdraw/schema.ts')).toBe(true);
    expect(plain.filter(showsSomething).map(show)).toEqual([]);
    expect(
      importsOf('features/withdraw/schema.ts', "import type { X } from './WithdrawForm';").filter(showsSomething),
    ).toHaveLength(1);
  });

  it('nothing but tests uses the test kit', () => {
    expect(imports.filter(({ to }) => layerOf(to) === 'testing').map(show)).toEqual([]);
  });
});

describe('what only the server runs', () => {
  const forServer = ({ to, type }: Import) =>
    to.startsWith('lib/server/') || to.startsWith('node:') || (/^messages\/(registry|whole)$/.test(to) && !type);
  const inBrowser = (file: string) =>
    !file.startsWith('lib/server/') && file !== 'messages/whole.ts' && layerOf(file) !== 'pages';

  it('reaches no module of the browser', () => {
    const own = imports.filter(({ of }) => inBrowser(of) || of === 'pages/_app.tsx');
    expect(own.filter(forServer).map(show)).toEqual([]);
  });

  it('is used by routes for getServerSideProps alone, which Next takes out of what it sends', () => {
    const routes = code.filter((file) => layerOf(file) === 'pages' && !/\/_\w+\.tsx$/.test(`/${file}`));
    expect(routes.length).toBeGreaterThan(60);
    const wrong = routes.filter((file) => {
      const text = textOf(file);
      const names = [...text.matchAll(/^import \{ ([^}]+) \} from '@\/lib\/server\/\w+';$/gm)].flatMap(([, list]) =>
        (list as string).split(', '),
      );
      const shown = text.slice(text.indexOf('export default'));
      return names.length === 0 || names.some((name) => new RegExp(`\\b${name}\\(`).test(shown));
    });
    expect(wrong).toEqual([]);
  });

  it('is loaded by the last error page on the server only', () => {
    const [only] = imports.filter(({ of, to }) => of === 'pages/_error.tsx' && to.startsWith('lib/server/'));
    expect(only?.lazy).toBe(true);
    const text = textOf('pages/_error.tsx');
    expect(text).toMatch(/typeof window === 'undefined'\)\s+return \(await import\('@\/lib\/server\/texts'\)\)/);
  });
});

/** A route with all that it shows. */
function shownBy(file: string, seen = new Set([file])): Set<string> {
  for (const { of, to, type, lazy } of imports) {
    const next = byName.get(to);
    if (of === file && !type && !lazy && next && !seen.has(next)) shownBy(next, seen.add(next));
  }
  return seen;
}

describe('a page of a member at the desk', () => {
  it('has no link that could lead out of the desk', () => {
    const shown = [...shownBy('pages/staff/as/[accountId]/[[...screen]].tsx')];
    expect(shown.length).toBeGreaterThan(80);
    const bare = shown.filter((file) => file !== 'lib/nav.tsx' && /<a\s+(?!\s|href="#main")/.test(textOf(file)));
    expect(bare).toEqual([]);
  });
});

describe('the texts of a page', () => {
  /**
   * The namespaces of what a file shows itself; one that checks what is typed says mistakes in
   * shared words.
   */
  function usedBy(file: string): string[] {
    const text = textOf(file);
    const named = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(
      ([, names]) => (names as string).match(/(?<=')\w+/g) ?? [],
    );
    const checks =
      layerOf(file) === 'features' && imports.some(({ of, to, lazy }) => of === file && lazy && /\/schema$/.test(to));
    return [...named, ...(checks ? ['validation'] : [])];
  }

  it('are all those that its parts use', () => {
    const routes = code.filter((file) => layerOf(file) === 'pages' && !/\/_\w+\.tsx$/.test(`/${file}`));
    const missing = routes.flatMap((file) => {
      const text = textOf(file);
      const [, list, byData] = /namespaces: (?:\[([^\]]*)\]|.*=> (\[.*\]))/.exec(text) ?? [];
      const asked = ['common', ...((list ?? byData)?.match(/(?<=')\w+(?=')/g) ?? [])];
      const used = new Set([...shownBy(file)].flatMap(usedBy));
      return [...used].filter((name) => !asked.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});
