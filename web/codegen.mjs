// Writes generated/: one module per document of schema/screens and schema/actions, with its types,
// its syntax tree and its hash, so that a page ships exactly the documents it uses. No page uses
// those of schema/calls. Documents of the staff are in generated/staff with their text, as the desk
// takes any. With --check it writes nothing and fails when a file differs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plugin } from '@graphql-codegen/typescript-operations';
import { buildASTSchema, concatAST, Kind, parse, stripIgnoredCharacters, visit } from 'graphql';

const schemaFolder = join(import.meta.dirname, '..', 'schema');
const target = join(import.meta.dirname, 'generated');
const check = process.argv.includes('--check');

// What the scalars hold that stand for a closed set GraphQL cannot name.
const externalAccountType = "'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook'";

const config = {
  skipTypename: true,
  useTypeImports: true,
  enumType: 'string-literal',
  defaultScalarType: 'unknown',
  arrayInputCoercion: false,
  scalars: {
    Time: 'string',
    Day: 'string',
    ID: 'string',
    Yen: 'number',
    Any: 'unknown',
    Masked: 'string',
    ExternalAccountType: externalAccountType,
    AnyLoginMethod: `'Password' | 'AuthCode' | 'Passkey' | ${externalAccountType}`,
  },
};

function sources(folder, extension) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/**
 * The tree as the browser needs it: no source positions, no types of variables, nothing that is
 * asked only while $root is true, which is the page's first load on the server, and fragments put
 * in place. Each is used on exactly its own type, or on an interface that the type implements, so
 * it always applies.
 */
function bare(document) {
  const known = new Map(document.definitions.filter(isFragment).map((node) => [node.name.value, node]));
  const place = (set) => ({
    ...set,
    selections: set.selections.flatMap((node) => {
      if (node.directives?.some(ofFirstLoad)) return [];
      if (node.kind === Kind.INLINE_FRAGMENT) throw new Error('inline fragments are not put in place');
      if (node.kind !== Kind.FRAGMENT_SPREAD)
        return [node.selectionSet ? { ...node, selectionSet: place(node.selectionSet) } : node];
      return place(known.get(node.name.value).selectionSet).selections;
    }),
  });
  const definitions = document.definitions
    .filter((node) => !isFragment(node))
    // $root stays declared: the browser sends it as false
    .map((node) => ({ ...node, selectionSet: place(node.selectionSet) }));
  const strip = ({ loc: _, ...node }) => {
    if (node.kind === Kind.VARIABLE_DEFINITION) return { ...node, type: undefined };
    return node.kind === Kind.FIELD ? { ...node, arguments: node.arguments.toSorted(byName) } : node;
  };
  return visit({ kind: Kind.DOCUMENT, definitions }, { enter: strip });
}

/** In this order the cache names a field by its arguments. */
function byName(a, b) {
  return a.name.value < b.name.value ? -1 : 1;
}

function ofFirstLoad({ name, arguments: [condition] }) {
  return name.value === 'include' && condition.value.name?.value === 'root';
}

function isFragment(node) {
  return node.kind === Kind.FRAGMENT_DEFINITION;
}

function compact(value) {
  return JSON.stringify(value, (_key, entry) =>
    entry === undefined || (Array.isArray(entry) && entry.length === 0) ? undefined : entry,
  );
}

const schemaOf = (texts) => buildASTSchema(mergeExtensions(concatAST(texts.map((text) => parse(text)))));
const schema = schemaOf(sources(schemaFolder, '.graphqls'));
const documents = JSON.parse(readFileSync(join(schemaFolder, 'documents.json'), 'utf8'));
const files = new Map();
const fragments = new Map();
const heading = '// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.';
const command = { query: 'Query', mutation: 'Mutation' };

for (const [name, { kind, hash, text }] of Object.entries(documents)) {
  if (existsSync(join(schemaFolder, 'calls', `${name}.graphql`))) continue;
  // Every answer has the names of types, and the cache takes them from there.
  const document = parse(text.replaceAll('{ __typename', '{'), { noLocation: false });
  const { content } = await plugin(schema, [{ location: name, document }], config, { outputFile: `${name}.ts` });
  const root = command[kind];
  const { text: own, enums } = types(content, name, fragments);
  files.set(
    `${name}.ts`,
    [
      heading,
      `import { typed } from '@/lib/document';`,
      ...(enums.length > 0 ? [`import type { ${enums.join(', ')} } from './fragments';`] : []),
      '',
      own,
      '',
      `export const ${name}Document = typed<${name}${root}, ${name}${root}Variables>(`,
      `  '${hash}',`,
      `  ${compact(bare(document))},`,
      ');',
      '',
    ].join('\n'),
  );
}

files.set('fragments.ts', together(fragments));

const staffFolder = join(schemaFolder, 'staff');
const staffSchema = schemaOf([
  ...sources(staffFolder, '.graphqls'),
  readFileSync(join(schemaFolder, 'errorCodes.graphqls'), 'utf8'),
]);
const staffEnums = new Map();
for (const text of ['screens', 'actions'].flatMap((folder) => sources(join(staffFolder, folder), '.graphql'))) {
  const document = parse(text);
  const [{ name, operation }] = document.definitions;
  const content = await plugin(staffSchema, [{ document }], config, { outputFile: `${name.value}.ts` });
  const { text: own, enums } = types(content.content, name.value, staffEnums);
  const root = `${name.value}${command[operation]}`;
  files.set(
    `staff/${name.value}.ts`,
    [
      heading,
      `import { written } from '@/lib/desk/document';`,
      ...(enums.length > 0 ? [`import type { ${enums.join(', ')} } from './enums';`] : []),
      '',
      own,
      '',
      `export const ${name.value}Document = written<${root}, ${root}Variables>(`,
      `  '${name.value}',`,
      `  ${JSON.stringify(stripIgnoredCharacters(text))},`,
      ');',
      '',
    ].join('\n'),
  );
}
files.set('staff/enums.ts', together(staffEnums));

/** What several documents have in common, as a module. */
function together(parts) {
  return `${[heading, ...[...parts].sort().map(([, line]) => line)].join('\n\n')}\n`;
}

/** SDL files extend the root types; buildASTSchema wants one definition of each. */
function mergeExtensions(document) {
  const definitions = new Map();
  const rest = [];
  for (const node of document.definitions) {
    const extension = node.kind === Kind.OBJECT_TYPE_EXTENSION;
    if (!extension && node.kind !== Kind.OBJECT_TYPE_DEFINITION) {
      rest.push(node);
      continue;
    }
    const known = definitions.get(node.name.value);
    definitions.set(node.name.value, {
      ...(known ?? node),
      kind: Kind.OBJECT_TYPE_DEFINITION,
      fields: [...(known?.fields ?? []), ...(node.fields ?? [])],
      interfaces: [...(known?.interfaces ?? []), ...(node.interfaces ?? [])],
      directives: known?.directives ?? node.directives,
    });
  }
  return { kind: Kind.DOCUMENT, definitions: [...rest, ...definitions.values()] };
}

/**
 * The types of one document. Enums and fragments have theirs once, in fragments.ts, where views
 * take their parts from. A fragment on an interface has none: it is part of every payload's own.
 */
function types(content, name, shared) {
  const enums = [];
  const text = content
    .replace(
      /^(?:\/\*\*.*\*\/\n)?export type (\w+) =\n(?:(?: +\/\*\*.*\*\/\n)? +\| '\w+';?\n?)+/gm,
      (line, enumeration) => {
        shared.set(` ${enumeration}`, line.trim());
        enums.push(enumeration);
        return '';
      },
    )
    .replace(/Exact<(\{[^}]*\})>;/g, '$1;')
    .replace(/^type \w+_Fragment = .*;\n*/gm, '')
    .replace(/^export type \w+Fragment =\n(?: +\| \w+_Fragment\n)+;\n*/gm, '')
    .replace(/^export type (\w+)Fragment = .*;\n*/gm, (line, fragment) => {
      shared.set(fragment, line.trim());
      return '';
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (!text.includes(`export type ${name}`)) throw new Error(`no types came out for ${name}`);
  return { text, enums: enums.filter((enumeration) => new RegExp(`\\b${enumeration}\\b`).test(text)).sort() };
}

const present = existsSync(target)
  ? readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  : [];
const lost = present.filter((name) => !files.has(name));
const changed = [...files.keys()].filter(
  (name) => !present.includes(name) || readFileSync(join(target, name), 'utf8') !== files.get(name),
);

if (check) {
  const stale = [...lost, ...changed];
  if (stale.length > 0) {
    console.error(`web/generated is out of date: ${stale.join(', ')}. Run \`npm -w web run codegen\`.`);
    process.exit(1);
  }
} else {
  for (const name of lost) rmSync(join(target, name));
  for (const name of changed) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), files.get(name));
  }
}
