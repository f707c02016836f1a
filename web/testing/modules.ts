import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

/** An import of a module: of ours by its path from `web/`, without an ending, else by its name. */
export type Import = {
  of: string;
  to: string;
  /** It takes types alone. */
  type: boolean;
  /** It is loaded when it is needed. */
  lazy: boolean;
  /** What it takes: names, `default`, or `every`. */
  names: readonly string[];
};

/** The name of all that a module exports. */
export const every = '*';

export const web = dirname(import.meta.dirname);

export const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The source files of a folder, tests included, by their paths from `web/`. */
export function sources(folder: string): string[] {
  return readdirSync(join(web, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(web, join(entry.parentPath, entry.name)));
}

export const textOf = (file: string) => readFileSync(join(web, file), 'utf8');

export const nameOf = (file: string) => file.replace(/(\.d)?\.tsx?$/, '');

/** What a file imports, or exports from another one. */
export function importsOf(file: string, source = textOf(file)): Import[] {
  const { module } = parseSync(file, source);
  const made = (name: string, how: Omit<Import, 'of' | 'to'>): Import => ({ of: file, to: pathOf(file, name), ...how });
  const imported = module.staticImports.map(({ moduleRequest, entries }) =>
    made(moduleRequest.value, {
      type: entries.length > 0 && entries.every(({ isType }) => isType),
      lazy: false,
      names: entries.map(({ importName }) => nameIn(importName)),
    }),
  );
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType, importName }) =>
      moduleRequest ? [made(moduleRequest.value, { type: isType, lazy: false, names: [nameIn(importName)] })] : [],
    ),
  );
  const loaded = module.dynamicImports.map(({ start, end, moduleRequest }) => {
    const name = source.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    return made(name, { type: false, lazy: true, names: namesLoaded(source.slice(0, start), source.slice(end)) });
  });
  const typesOf = [...source.matchAll(/\btypeof import\('([^']+)'\)/g)].map(([, name]) =>
    made(name as string, { type: true, lazy: false, names: [] }),
  );
  return [...imported, ...passedOn, ...loaded, ...typesOf];
}

/** The names that a file exports, types included. */
export function exportsOf(file: string, source = textOf(file)): string[] {
  const { staticExports } = parseSync(file, source).module;
  return staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => nameIn(exportName)));
}

function nameIn({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === 'Default') return 'default';
  return name ?? every;
}

/** What `(await import(…)).name` and `const { name } = await import(…)` take of a module. */
function namesLoaded(before: string, after: string): string[] {
  const [, name] = /^\)\.(\w+)/.exec(after) ?? [];
  const [, names] = /const \{ ([^}]+) \} = await $/.exec(before) ?? [];
  return name ? [name] : (names?.split(', ') ?? [every]);
}

function pathOf(file: string, name: string): string {
  if (name.startsWith('@/')) return name.slice(2);
  return name.startsWith('.') ? relative(web, join(web, dirname(file), name)) : name;
}

/** The circles of imports, each as the way that it takes; types count, too. */
export function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { of, to } of imports) next.set(nameOf(of), [...(next.get(nameOf(of)) ?? []), to]);
  const done = new Set<string>();
  const way: string[] = [];
  const found: string[] = [];
  const visit = (name: string) => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' → '));
    if (way.includes(name) || done.has(name)) return;
    way.push(name);
    for (const to of next.get(name) ?? []) visit(to);
    way.pop();
    done.add(name);
  };
  for (const name of next.keys()) visit(name);
  return found;
}
