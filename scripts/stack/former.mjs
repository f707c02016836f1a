import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, inRun } from './checkout.mjs';
import { Problem } from './problem.mjs';

const git = (...args) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8' });

/** The newest version whose tables are not those of the present one. */
export function beforeTheLastMigration() {
  const commit = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'ent/migrate/migrations').stdout.trim();
  const before = commit && git('rev-parse', '--verify', '--quiet', `${commit}^`).stdout.trim();
  if (!before) throw new Problem('This checkout does not know its history: name a former version (FORMER=v1).');
  return before;
}

/**
 * Calls `body` with the checkout of a former version and its program, which are gone then. `name`
 * keeps it apart from that of another command.
 */
export async function withFormer(processes, name, commit, body) {
  const top = inRun('former', name);
  const [folder, program] = [join(top, 'checkout'), join(top, 'kaiin')];
  const removed = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(top, { recursive: true, force: true });
  };
  removed();
  const { status, stderr } = git('worktree', 'add', '--detach', folder, commit);
  if (status !== 0) throw new Problem(`There is no version ${commit}: ${stderr.trim()}`);
  try {
    await processes.run('go', 'go', ['build', '-o', program, './server/cmd/kaiin'], { cwd: folder });
    return await body({ folder, program, top });
  } finally {
    removed();
  }
}
