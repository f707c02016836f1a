import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inCheckout } from '../stack/checkout.mjs';

/** The folders whose packages may have mutants. */
const roots = ['server', 'web/features', 'web/layouts', 'web/lib', 'web/ui'];

/**
 * All groups of mutants: those of each `mutants.json`, which is beside the files that it breaks.
 */
export const allGroups = roots.flatMap((root) =>
  readdirSync(inCheckout(root), { recursive: true })
    .filter((path) => posix.basename(path) === 'mutants.json')
    .sort()
    .flatMap((path) => groupsIn(posix.join(root, path))),
);

function groupsIn(path) {
  const groups = JSON.parse(readFileSync(inCheckout(path), 'utf8'));
  return groups.map((group) => ({ ...group, file: posix.join(posix.dirname(path), group.file) }));
}
