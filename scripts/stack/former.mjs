import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { checkout, inRun } from './checkout.mjs';
import { Problem } from './problem.mjs';

/** Where a former version and its program are while they are used. */
const folder = inRun('former', 'checkout');
const program = inRun('former', 'kaiin');

const git = (...args) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8' });
const removed = () => {
  git('worktree', 'remove', '--force', folder);
  rmSync(inRun('former'), { recursive: true, force: true });
};

/** The newest version whose tables are not those of the present one. */
export function beforeTheLastMigration() {
  const commit = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'ent/migrate/migrations').stdout.trim();
  if (!commit) throw new Problem('This checkout does not know its history: name a former version (FORMER=v1).');
  return `${commit}^`;
}

/** Calls `body` with the checkout of a former version and its program, which are gone then. */
export async function withFormer(processes, commit, body) {
  removed();
  const { status, stderr } = git('worktree', 'add', '--detach', folder, commit);
  if (status !== 0) throw new Problem(`There is no version ${commit}: ${stderr.trim()}`);
  try {
    await processes.run('go', 'go', ['build', '-o', program, './server/cmd/kaiin'], { cwd: folder });
    return await body({ folder, program });
  } finally {
    removed();
  }
}
