import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { checkout, inCheckout, inRun } from './checkout.mjs';

const skipped = new Set(['node_modules', 'coverage', 'test-results', 'playwright-report', 'next-env.d.ts']);

/**
 * Every file under the given paths of the checkout, sorted; hidden, installed and built ones
 * left out.
 */
export function filesUnder(paths, keep = () => true) {
  const found = [];
  const visit = (path) => {
    if (statSync(path).isFile()) {
      if (keep(relative(checkout, path))) found.push(path);
      return;
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || skipped.has(entry.name)) continue;
      if (entry.isDirectory() || entry.isFile()) visit(join(path, entry.name));
    }
  };
  for (const path of paths.map((part) => inCheckout(part)).filter(existsSync)) visit(path);
  return found.sort();
}

/** The content hash of each file, by path from the checkout. */
export function hashes(files) {
  return new Map(files.map((file) => [relative(checkout, file), sha256(readFileSync(file))]));
}

/**
 * One hash over names and contents of files, and over anything else that decides what a
 * build yields.
 */
export function fingerprint(files, ...also) {
  return sha256(JSON.stringify([...hashes(files)]) + JSON.stringify(also));
}

/** Tells whether the work named was last finished from this very fingerprint. */
export function isStamped(name, print) {
  const path = inRun('stamps', name);
  return existsSync(path) && readFileSync(path, 'utf8') === print;
}

/** Remembers that the work named was finished from this fingerprint. */
export function stamp(name, print) {
  const path = inRun('stamps', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, print);
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
