// make record: the statements of this version, as its black-box tests send them, into
// ent/migrate/former. It is run when a version is released.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBouncer } from './stack/bouncer.mjs';
import { buildServer, kaiin } from './stack/build.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

const packages = ['./e2e/golden', './e2e/oidc', './e2e/money', './e2e/security'];

await main(async () => {
  checkTools();
  const processes = new Processes('record');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    await ensureBouncer(processes);
    await buildServer(processes);
    const folder = mkdtempSync(join(tmpdir(), 'kaiin-statements-'));
    try {
      return await withTestServer(processes, async (url) => {
        const told = { KAIIN_TEST_DATABASE_URL: url, KAIIN_TEST_PROGRAM: kaiin(), KAIIN_TEST_STATEMENTS: folder };
        const env = { ...process.env, ...told };
        const args = ['test', '-count=1', '-vet=off', '-timeout=1h', ...packages];
        const { code } = await processes.finish('record', 'go', args, { env });
        if (code === 0) await processes.run('record', 'go', ['run', './ent/migrate/former/record', folder]);
        return code;
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
