// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Document } from '@/lib/document';
import { importsOf, isTest, nameOf, sources, textOf } from './modules';

// In the browser the hooks are those of lib/late/react.tsx, which have what is used here and no
// more. Tests of views run with Apollo's own, so nothing else would tell.

const modules = import.meta.glob<Record<string, Document<unknown, never>>>('/generated/*Screen.ts', { eager: true });
const documents = new Map(Object.values(modules).flatMap((module) => Object.entries(module)));

/** Which hooks a file may use. */
const hooks = (file: string) =>
  ({
    'lib/action.ts': ['useMutation'],
    'lib/refetch.ts': ['useApolloClient'],
    'pages/_app.tsx': ['ApolloProvider'],
  })[file] ?? (/^(features|layouts)\//.test(file) ? ['useQuery'] : []);

/** Whether a page's document is run with something of its address. */
function hasVariables(name: string): boolean {
  const [operation] = documents.get(name)?.definitions ?? [];
  if (operation?.kind !== 'OperationDefinition') throw new Error(`${name} is no document of a page`);
  return (operation.variableDefinitions ?? []).some(({ variable }) => variable.name.value !== 'root');
}

/** What is wrong with how a file reads data. */
function wrong(file: string, source: string): string[] {
  const used = importsOf(file, source).filter(({ to, type }) => to === '@apollo/client/react' && !type);
  const foreign = used.flatMap(({ names }) => names).filter((name) => !hooks(file).includes(name));
  const oneLine = source.replaceAll(/ \{\n +(variables: .*),\n +\}\);/g, ' { $1 });');
  const calls = oneLine.match(/^.*\buseQuery\(.*$/gm) ?? [];
  const odd = calls.filter((line) => {
    const [, name, variables] =
      /^ +const \{ data \} = useQuery\((\w+)(, \{ variables: useVariables\(\1\) \})?\);$/.exec(line) ?? [];
    return !name || hasVariables(name) !== !!variables;
  });
  return [...foreign, ...odd.map((line) => line.trim())].map((what) => `${file}: ${what}`);
}

/** The files whose view shows another one that reads the same data once more. */
function readTwice(files: readonly string[]): string[] {
  const read = new Map(files.map((file) => [nameOf(file), /\buseQuery\((\w+)/.exec(textOf(file))?.[1]]));
  return files.filter((file) => {
    const document = read.get(nameOf(file));
    return document && importsOf(file).some(({ to }) => read.get(to) === document);
  });
}

describe('how views use Apollo', () => {
  const files = ['lib', 'ui', 'layouts', 'features', 'pages']
    .flatMap(sources)
    .filter((file) => !isTest(file) && !file.startsWith('lib/late/'));

  it('is what the browser has', () => {
    expect(files.filter((file) => textOf(file).includes('useQuery(')).length).toBeGreaterThan(60);
    expect(files.flatMap((file) => wrong(file, textOf(file)))).toEqual([]);
  });

  it('reads the data of a page once: the view hands it on', () => expect(readTwice(files)).toEqual([]));

  it.each([
    "import { useMutation } from '@apollo/client/react';",
    '  const { data, loading } = useQuery(SessionsScreenDocument);',
    '  const { data } = useQuery(LoginScreenDocument);',
    '  const { data } = useQuery(SessionsScreenDocument, { variables: useVariables(SessionsScreenDocument) });',
    "  const { data } = useQuery(SessionsScreenDocument, { fetchPolicy: 'no-cache' });",
  ])('is found to be more: %s', (source) => expect(wrong('features/x/X.tsx', source)).toHaveLength(1));
});
