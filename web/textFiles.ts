// Texts as files of their own, which a browser keeps: half of what a page would weigh with its
// texts in it.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { texts } from './messages/whole';

type File = { locale: string; name: string; path: string; content: string };

const files: File[] = Object.entries(texts).flatMap(([locale, namespaces]) =>
  Object.entries(namespaces).map(([name, words]) => {
    const content = JSON.stringify(words);
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
    return { locale, name, path: `texts/${locale}/${name}.${hash}.json`, content };
  }),
);

/** Where each is, below Next's static files: language → namespace → path, as JSON. */
export const textPaths: string = JSON.stringify(
  Object.fromEntries(
    Object.keys(texts).map((locale) => [
      locale,
      Object.fromEntries(files.filter((file) => file.locale === locale).map(({ name, path }) => [name, path])),
    ]),
  ),
);

/** Writes them all into the folder of Next's static files. */
export function writeTextFiles(folder: string): void {
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
