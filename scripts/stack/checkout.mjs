import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder the repository was cloned into; every path in scripts/ starts here. */
export const checkout = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));

/** Joins parts under the checkout. */
export const inCheckout = (...parts) => join(checkout, ...parts);

/**
 * Joins parts under `.run`, the one folder that building and running write to (apart from
 * node_modules and web/.next). Only its owner may read it: it holds passwords.
 */
export function inRun(...parts) {
  mkdirSync(inCheckout('.run'), { recursive: true, mode: 0o700 });
  return inCheckout('.run', ...parts);
}

/** A short name for this checkout, for folders that several checkouts share. */
export const checkoutId = createHash('sha256').update(checkout).digest('hex').slice(0, 12);
