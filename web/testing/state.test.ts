// @vitest-environment node
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { isTest, sources, textOf } from './modules';
import type { Node } from './syntax';

/**
 * What modules keep while the program runs. One process renders the pages of all members, so each
 * has to say why nothing of a member can be in it.
 */
const kept: Record<string, string> = {
  'features/mfa/copy.ts: told': 'the toast in sight, of the browser',
  'lib/flow.ts: open': 'the dialog in sight; it is opened in the browser alone',
  'lib/flow.ts: listeners': 'of the browser',
  'lib/i18n.ts: current': 'of the browser; the server has an instance a language',
  'lib/i18n.ts: fixed': 'texts by language',
  'lib/loadScript.ts: loading': 'of the browser',
  'lib/pageClient.ts: clients': 'by the data of a page, and goes with it',
  'lib/server/client.ts: aboutDocuments': 'what Apollo knows of our documents',
  'lib/server/still.tsx: kept': 'footers and menus by their address, rendered of a page without its member',
  'lib/server/upstream.ts: agent': 'connections to the API, which know no member',
  'lib/server/upstream.ts: known': 'the address of the API',
  'lib/pageList.ts: coming': 'of the browser',
  'lib/passkeys.ts: loading': 'code, of the browser',
  'lib/toast.ts: shown': 'of the browser',
  'lib/toast.ts: next': 'of the browser',
  'lib/toast.ts: listeners': 'of the browser',
  'ui/useTouched.ts: loaded': 'code, of the browser',
};

/**
 * Makers of what can be added to or changed later. A constant list or table is never written to:
 * types say so.
 */
const makers = /^(Map|Set|WeakMap|WeakSet|Agent|ApolloClient|InMemoryCache)$/;

/**
 * The names of a module that can change after it was loaded: each `let`, and what holds something.
 */
function changing(file: string, source: string): string[] {
  const { body } = parseSync(file, source).program as unknown as { body: Node[] };
  const declarations = body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node.declaration as Node | null) : node))
    .filter((node) => node?.type === 'VariableDeclaration') as (Node & { kind: string; declarations: Node[] })[];
  return declarations.flatMap(({ kind, declarations: each }) =>
    each.flatMap(({ id, init }) => {
      const value = init as (Node & { callee?: Node; arguments?: Node[] }) | null;
      const made = value?.type === 'NewExpression' ? String((value.callee as Node)?.name) : '';
      const isTable = /^(Map|Set)$/.test(made) && (value?.arguments?.length ?? 0) > 0;
      return kind === 'let' || (makers.test(made) && !isTable) ? [`${file}: ${(id as Node).name}`] : [];
    }),
  );
}

describe('what is kept beyond a request', () => {
  const files = ['lib', 'ui', 'layouts', 'features', 'pages'].flatMap(sources).filter((file) => !isTest(file));

  it('is what the list says, and nothing of a member', () => {
    expect(files.length).toBeGreaterThan(250);
    expect(files.flatMap((file) => changing(file, textOf(file))).sort()).toEqual(Object.keys(kept).sort());
  });

  it('is found', () => {
    const source =
      'let a = 1;\nexport const b = new Map();\nconst c = new Set([1]);\nexport let d: string;\nconst e = 1;';
    expect(changing('lib/x.ts', source)).toEqual(['lib/x.ts: a', 'lib/x.ts: b', 'lib/x.ts: d']);
  });
});
