import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inCheckout } from '../stack/checkout.mjs';
import { page } from './page.mjs';
import { promisesIn } from './readme.mjs';
import { chosen } from './table.mjs';

const kept = inCheckout('docs/promises.json');
const written = inCheckout('docs/promises.md');

export const readPromises = () => promisesIn(readFileSync(inCheckout('README.md'), 'utf8'));

/** The last results, by their commands. */
export const readResults = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {});

/** Writes the page, and keeps the results of the commands on it for the next one. */
export function writePage(promises, results) {
  const shown = chosen([]).flatMap(({ command }) => (results[command] ? [[command, results[command]]] : []));
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`);
  writeFileSync(written, page(promises, results));
}
