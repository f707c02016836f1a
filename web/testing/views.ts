import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const web = join(import.meta.dirname, '..');

/** Every file of components, by its path, with its source. */
export const views = ['ui', 'layouts', 'features', 'pages'].flatMap((folder) =>
  readdirSync(join(web, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(web, path), source: readFileSync(path, 'utf8') })),
);
