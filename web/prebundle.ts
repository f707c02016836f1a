// Bundles the packages that pages are made with, each once and with only what our code uses of it.
// Turbopack by itself keeps the whole package where several pages use a part of it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { parseSync, transformSync, Visitor } from 'rolldown/utils';

const packages = [
  '@apollo/client',
  '@apollo/client/utilities',
  'i18next',
  'next-i18next/pages',
  'react-hook-form',
  'react-i18next',
  'rxjs',
  'zod/mini',
];
/**
 * Apollo prints documents only to tell one from another, which the names of ours do. They are sent
 * as hashes.
 */
const printer = /\/graphql\/language\/printer\.m?js$/;
const named = 'export const print = ({ definitions: [{ name }] }) => name.value;\nexport const printForError = String;';
const folders = ['features', 'generated', 'layouts', 'lib', 'pages', 'ui'];
/** Out of sight of git, Tailwind and Biome; Turbopack finds nothing under .next. */
const target = 'node_modules/.cache/prebundled';
const entry = 'entry:';
const fileOf = (name: string) => name.replaceAll(/\W+/g, '-').replace(/^-/, '');

/** Writes a module per package and returns the path of each by the package's name. */
export async function prebundle(): Promise<Record<string, string>> {
  const used = namesUsed();
  const bundle = await rolldown({
    input: Object.fromEntries(packages.map((name) => [fileOf(name), entry + name])),
    external: /^(react|react-dom|next)(\/|$)/,
    platform: 'browser',
    resolve: { conditionNames: ['production', 'es2015', 'browser', 'module', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'names for texts',
        load: (id) => (printer.test(id) ? named : null),
      },
      {
        name: 'entries',
        resolveId: (id) => (id.startsWith(entry) ? join(import.meta.dirname, id) : null),
        load: (id) => {
          const [, name] = id.split(entry);
          return name ? `export { ${[...(used.get(name) ?? [])].sort().join(', ')} } from '${name}';` : null;
        },
      },
    ],
  });
  const { output } = await bundle.generate({ entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();

  const folder = join(import.meta.dirname, target);
  mkdirSync(folder, { recursive: true });
  write(join(folder, 'package.json'), '{ "type": "module", "sideEffects": false }\n');
  for (const part of output) if (part.type === 'chunk') write(join(folder, part.fileName), part.code);
  return Object.fromEntries(packages.map((name) => [name, `./${target}/${fileOf(name)}.mjs`]));
}

/**
 * Next reads its configuration twice in a build, so a file that is right already is not touched
 * under the bundler's eyes.
 */
function write(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/**
 * The names our code takes from each package, imported by name or read from `* as z`, types
 * left out.
 */
function namesUsed(): Map<string, Set<string>> {
  const used = new Map(packages.map((name) => [name, new Set<string>()]));
  for (const file of folders.flatMap(sources)) {
    const { code } = transformSync(file, readFileSync(file, 'utf8'), { jsx: 'preserve' });
    const spaces = new Map<string, Set<string>>();
    const { program } = parseSync(`${file}.jsx`, code);
    new Visitor({
      ImportDeclaration({ source, specifiers }) {
        const names = used.get(source.value);
        for (const node of names ? specifiers : []) {
          if (node.type === 'ImportSpecifier') names?.add(nameOf(node.imported));
          else if (names) spaces.set(node.local.name, names);
        }
      },
      ExportNamedDeclaration({ source, specifiers }) {
        for (const node of specifiers) used.get(source?.value ?? '')?.add(nameOf(node.local));
      },
      MemberExpression({ object, property }) {
        if (object.type === 'Identifier' && property.type === 'Identifier') spaces.get(object.name)?.add(property.name);
      },
    }).visit(program);
  }
  return used;
}

function sources(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map(({ name, parentPath }) => join(parentPath, name));
}

function nameOf(node: { name: string } | { value: string }): string {
  return 'name' in node ? node.name : node.value;
}
