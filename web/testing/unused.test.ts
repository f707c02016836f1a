// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { every, exportsOf, type Import, importsOf, isTest, nameOf, sources, textOf } from './modules';

const layers = ['generated', 'messages', 'lib', 'ui', 'layouts', 'features', 'pages'];
const files = [...layers, 'testing'].flatMap(sources);
const forTests = (file: string) => isTest(file) || file.startsWith('testing/');
const imports = files.flatMap((file) => importsOf(file));
const code = files.filter((file) => !forTests(file) && !file.endsWith('.d.ts'));

/** What the browser has in place of a package (next.config.ts); its names are the package's. */
const aliases = ['lib/late/react.tsx'];

/** The modules that the pages are made of: all that a route leads to. */
function used(from: readonly Import[]): Set<string> {
  const found = new Set<string>();
  const reach = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const { to } of from.filter(({ of }) => nameOf(of) === name)) reach(to);
  };
  for (const { of } of from) if (of.startsWith('pages/') || aliases.includes(of)) reach(nameOf(of));
  return found;
}

/**
 * The names that a module exports and no other one takes. A name may be exported for its tests
 * where the module uses it itself.
 */
function unused(file: string, source: string, from: readonly Import[]): string[] {
  const takers = from.filter(({ to }) => to === nameOf(file));
  return exportsOf(file, source).filter((name) => {
    const taken = takers.filter(({ names }) => names.includes(name) || names.includes(every));
    const itself = (source.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
    return !taken.some(({ of }) => !forTests(of) || itself);
  });
}

describe('what no page uses', () => {
  it('no module', () => {
    const modules = used(imports);
    expect(code.filter((file) => !modules.has(nameOf(file)))).toEqual([]);
  });

  it('no name that a module exports', () => {
    const named = code.filter((file) => !/^(pages|generated)\//.test(file) && !aliases.includes(file));
    expect(named.length).toBeGreaterThan(300);
    expect(named.flatMap((file) => unused(file, textOf(file), imports).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  it('is found: a module, and a name that no module imports, or only tests', () => {
    const a = 'export const one = 1;\nexport const two = one;\nexport type Three = 3;\nexport const four = 4;';
    const uses = (file: string, text: string) => importsOf(file, text);
    const page = uses('pages/p.tsx', "import { four } from '@/lib/a';");
    const lost = uses('lib/b.ts', "const two = (await import('./a')).two;");
    const test = uses('lib/a.test.ts', "import { one, type Three } from './a';");
    expect([...used([...page, ...lost])]).toEqual(['pages/p', 'lib/a']);
    expect(unused('lib/a.ts', a, [...page, ...lost, ...test])).toEqual(['Three']);
    expect(unused('lib/a.ts', a, page)).toEqual(['one', 'two', 'Three']);
    expect(unused('lib/a.ts', a, uses('lib/c.ts', "const { one } = await import('./a');"))).toEqual([
      'two',
      'Three',
      'four',
    ]);
    expect(unused('lib/a.ts', a, uses('lib/c.ts', "import * as a from './a';"))).toEqual([]);
  });
});
