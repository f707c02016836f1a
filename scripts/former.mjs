// make former COMMIT=v1: the black-box tests of a former version, with its own program, on a
// database that the present version has migrated. While versions are replaced, both work on it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBouncer } from './stack/bouncer.mjs';
import { buildServer, kaiin } from './stack/build.mjs';
import { withFormer } from './stack/former.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  const [commit, ...packages] = process.argv.slice(2);
  if (!commit) throw new Problem('Which version? For example: make former COMMIT=main~1');
  if (packages.length === 0) packages.push('./e2e/golden', './e2e/oidc', './e2e/money');
  checkTools();
  const processes = new Processes('former');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    await ensureBouncer(processes);
    await buildServer(processes);
    return withFormer(processes, 'former', commit, async ({ folder, program, top }) => {
      const both = join(top, 'both');
      const migrate = `[ "$1" = migrate ] && exec '${kaiin()}' "$@"`;
      writeFileSync(both, `#!/bin/sh\n${migrate}\nexec '${program}' "$@"\n`, { mode: 0o755 });
      return withTestServer(processes, async (url) => {
        const env = { ...process.env, KAIIN_TEST_DATABASE_URL: url, KAIIN_TEST_PROGRAM: both };
        const args = ['test', '-count=1', '-vet=off', '-timeout=1h', ...packages];
        const { code } = await processes.finish('former', 'go', args, { cwd: folder, env });
        return code;
      });
    });
  });
});
