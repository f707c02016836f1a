import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inCheckout, inRun } from '../stack/checkout.mjs';
import { filesUnder, fingerprint, isStamped, stamp } from '../stack/fingerprint.mjs';

/** Of a copy in `.run`, the folder of the checkout. */
const up = '../../..';

/**
 * How a copy of web/ differs: it can be run without a patch, by its name in WITHOUT, and it is
 * built without prebundled packages. Each text is there once, which a test sees.
 */
export const changes = [
  {
    file: 'pages/_document.tsx',
    text: '\nrenderPagesAsText();\n',
    instead: "\nif (process.env.WITHOUT !== 'rendering') renderPagesAsText();\n",
  },
  {
    file: 'pages/_document.tsx',
    text: 'return inline ?',
    instead: "return inline && process.env.WITHOUT !== 'bootstrap' ?",
  },
  {
    file: 'pages/_document.tsx',
    text: 'if (isDevelopment) return scripts;',
    instead: "if (process.env.WITHOUT === 'early') return scripts.map(pageFirst);",
  },
  {
    file: 'lib/server/texts.ts', // which lib/early.ts fetches
    text: 'if (!paths ||',
    instead: "if (process.env.WITHOUT === 'early' || !paths ||",
  },
  {
    file: 'lib/server/client.ts',
    text: '\n  shareDocuments(client);\n',
    instead: "\n  if (process.env.WITHOUT !== 'documents') shareDocuments(client);\n",
  },
  {
    file: 'lib/server/client.ts',
    text: "import { PageCache } from './pageCache';",
    instead: "import { newCache } from '@/lib/cache';\nimport { PageCache } from './pageCache';",
  },
  {
    file: 'lib/server/client.ts',
    text: 'cache: new PageCache(),',
    instead: "cache: process.env.WITHOUT === 'cache' ? newCache() : new PageCache(),",
  },
  {
    file: 'pages/_document.tsx',
    text: '\nkeepStillParts();\n',
    instead: "\nif (process.env.WITHOUT !== 'still') keepStillParts();\n",
  },
  { file: 'next.config.ts', text: '...(phase === PHASE_PRODUCTION_BUILD ? await prebundle() : {}),', instead: '' },
  {
    file: 'next.config.ts',
    text: "resolve(import.meta.dirname, '..')",
    instead: `resolve(import.meta.dirname, '${up}')`,
  },
];

/** The pages that are measured, with what every page is made of: all that a small round builds. */
const measured = /^web\/pages\/(_\w+|login|plans\/index|mypage\/index)\.tsx$/;

/** A file of web/ as it is in the copy. */
export function changed(file, source) {
  return changes
    .filter((each) => each.file === file)
    .reduce((text, { text: old, instead }) => text.replace(old, instead), source);
}

/**
 * The server and the static files of the copy. It is built if its sources have changed. `small`
 * leaves out the pages that are not measured: a page shares scripts with fewer others then, so its
 * weight is another one.
 */
export async function buildVariant(processes, { small = false } = {}) {
  const folder = inRun('patches');
  // Biome wants no second configuration under the checkout.
  const files = filesUnder(
    ['schema/rules.json', 'web'],
    (path) =>
      !/\.test\.tsx?$|biome\.json$/.test(path) && (!small || !path.startsWith('web/pages/') || measured.test(path)),
  );
  const print = fingerprint([...files, inCheckout('package-lock.json')], process.version, changes);
  const built = join(folder, 'web/.next/standalone/.run/patches/web');
  const found = { server: join(built, 'server.js'), statics: join(built, '.next/static') };
  if (isStamped('patches', print)) return found;
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    const path = file.slice(inCheckout().length + 1);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const inWeb = path.slice('web/'.length);
    if (changes.some((each) => each.file === inWeb))
      writeFileSync(join(folder, path), changed(inWeb, readFileSync(file, 'utf8')));
    else cpSync(file, join(folder, path));
  }
  processes.say('Building the pages without patches…');
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  // In its own folder: from another one Next finds no module that its configuration imports.
  await processes.run('variant', 'npx', ['next', 'build'], { cwd: join(folder, 'web'), env, quiet: true });
  cpSync(join(folder, 'web/.next/static'), found.statics, { recursive: true });
  stamp('patches', print);
  return found;
}
