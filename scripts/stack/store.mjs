import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkout, inRun } from './checkout.mjs';
import { Problem } from './problem.mjs';

/**
 * The store of a stack: the demo store, or the one in a folder that `kaiin store init` wrote, which
 * has a database and a sandbox of its own. `sources` are what the store is made of, as paths from
 * the checkout; `files` is the folder that is served below /store/.
 */
export function storeIn(folder) {
  if (!folder) {
    return { file: 'demo/store.yaml', sources: ['demo'], files: '', database: 'kaiin', state: inRun('sandbox') };
  }
  if (!existsSync(join(folder, 'store.yaml'))) {
    throw new Problem(`There is no store.yaml in ${folder}: "bin/kaiin store init ${folder}" writes one.`);
  }
  const path = realpathSync(folder);
  const id = createHash('sha256').update(path).digest('hex').slice(0, 8);
  const files = join(path, 'files');
  return {
    file: join(path, 'store.yaml'),
    sources: [relative(checkout, path)],
    files: existsSync(files) ? files : '',
    database: `kaiin_${id}`,
    state: inRun(`sandbox-${id}`),
  };
}
