import { filesUnder, hashes } from './fingerprint.mjs';
import { writeLicenses } from './licenses.mjs';

/** Writes every generated file anew and returns the paths that changed, came or went. */
export async function generate(processes) {
  const before = hashes(filesUnder(['.']));
  await processes.run('generate', 'go', ['generate', './...']);
  await processes.run('codegen', 'npm', ['-w', 'web', 'run', 'codegen']);
  writeLicenses();
  const after = hashes(filesUnder(['.']));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}
