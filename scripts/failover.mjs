// make failover: two machines of PostgreSQL, made of the files of deploy/cluster, lose their
// primary while members buy, are renewed, log in, look at pages and exchange tokens (e2e/crash).
// Where a new version is rolled out among it, all begins with a former one (FORMER).
import { Cluster } from './failover/cluster.mjs';
import { serveControl } from './failover/control.mjs';
import { ensurePrograms } from './failover/programs.mjs';
import { buildPages, buildServer, buildWeb, kaiin, pages } from './stack/build.mjs';
import { inRun } from './stack/checkout.mjs';
import { beforeTheLastMigration, withFormer } from './stack/former.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages, installPackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

const losses = (process.env.LOSSES ?? '').split(/\s+/).filter(Boolean);
const rollsOut = losses.length === 0 || losses.includes('version');

await main(async () => {
  checkTools();
  const processes = new Processes('failover');
  await processes.claim();
  let cluster;
  const play = async (program, madeOf) => {
    cluster = new Cluster(processes, await ensurePrograms(processes));
    processes.say('Starting etcd, two PostgreSQL with their Patroni, HAProxy and PgBouncer…');
    await cluster.start();
    const control = await serveControl(cluster, (line) => processes.say(line));
    const machines = cluster.ways();
    const args = ['test', './e2e/crash', '-run=TestFailover', '-count=1', '-v', '-timeout=1h'];
    const env = {
      ...process.env,
      KAIIN_TEST_DATABASE_URL: machines.a.proxy,
      KAIIN_TEST_PROGRAM: program,
      KAIIN_TEST_PAGES: madeOf,
      KAIIN_TEST_NEXT_PROGRAM: kaiin(),
      KAIIN_TEST_NEXT_PAGES: pages(),
      KAIIN_TEST_CLUSTER: JSON.stringify({ control, machines, disks: cluster.hasDisks, logs: inRun('failover') }),
    };
    const { code } = await processes.finish('failover', 'go', args, { env });
    return code;
  };
  try {
    return await untilInterrupted(processes, async () => {
      await ensurePackages(processes);
      await buildServer(processes);
      await buildWeb(processes);
      if (!rollsOut) return play(kaiin(), pages());
      const former = process.env.FORMER || beforeTheLastMigration();
      processes.say(`Building the former version, ${former}…`);
      return withFormer(processes, 'failover', former, async ({ program, folder }) => {
        await installPackages(processes, folder);
        await buildPages(processes, folder);
        return play(program, pages(folder));
      });
    });
  } finally {
    cluster?.sweep();
  }
});
