// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { ja } from '@/messages/registry';
import { isTest, sources, textOf, web } from './modules';

const code = ['lib', 'ui', 'layouts', 'features', 'pages'].flatMap(sources).filter((file) => !isTest(file));

type Tree = { [key: string]: string | Tree };

function keysOf(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );
}

/** What the code says as it is, and what it puts together around other values. */
function wordsOf(files: readonly string[]) {
  const whole = new Set<string>();
  const joined: RegExp[] = [];
  const visitor = new Visitor({
    Literal({ value }) {
      if (typeof value === 'string') whole.add(value);
    },
    TemplateLiteral({ quasis }) {
      const parts = quasis.map(({ value }) => value.raw.replace(/[^\w:]/g, '\\$&'));
      if (parts.some((part) => /\w/.test(part))) joined.push(new RegExp(`^${parts.join('.+')}$`)); // else it is any key
    },
  });
  for (const file of files) visitor.visit(parseSync(file, textOf(file)).program);
  return { whole, joined };
}

describe('texts that no page says', () => {
  const { whole, joined } = wordsOf(code);
  const codes = new Set(
    readFileSync(join(web, '../schema/errorCodes.graphqls'), 'utf8')
      .match(/^ {2}\w+$/gm)
      ?.map((name) => name.trim()),
  );

  /** Words for a mistake, by its code, which a schema or the server gives. */
  const isMistake = (name: string, key: string) => name === 'validation' || /^(errors|notices)\./.test(key);

  /** Tables and columns of the member's file. The server's tests see that each has a text. */
  const isRecord = (name: string, key: string) => name === 'data' && /^(table|field)\./.test(key);

  it.each(Object.entries(ja))('%s has none', (name, tree) => {
    const unsaid = keysOf(tree as Tree).filter((key) => {
      const bare = key.replace(/_(one|other)$/, '');
      const forms = [bare, `${name}:${bare}`];
      if (isRecord(name, key) || forms.some((form) => whole.has(form))) return false;
      const last = bare.split('.').at(-1) as string;
      if (isMistake(name, bare)) return !whole.has(last) && !codes.has(last);
      return !joined.some((pattern) => forms.some((form) => pattern.test(form)));
    });
    expect(unsaid).toEqual([]);
  });
});
