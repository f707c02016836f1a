// Texts as files of their own, which a browser keeps: half of what a page would weigh with its
// texts in it.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from './messages/whole';

/** Changes with every text; the pages' own addresses of the files are in lib/server/texts.ts. */
export const textsVersion = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12);

/** Writes a file per language and namespace into the folder of Next's static files. */
export function writeTextFiles(folder: string): void {
  for (const [locale, namespaces] of Object.entries(texts)) {
    const own = join(folder, 'texts', textsVersion, locale);
    mkdirSync(own, { recursive: true });
    for (const [name, words] of Object.entries(namespaces))
      writeFileSync(join(own, `${name}.json`), JSON.stringify(words));
  }
}
