// make failover: two machines of PostgreSQL, made of the files of deploy/cluster, lose their
// primary while members buy, are renewed, log in and exchange tokens (e2e/crash). Where a new
// version is rolled out among it, all begins with a former one (FORMER).
import { Cluster } from './failover/cluster.mjs';
import { serveControl } from './failover/control.mjs';
import { ensurePrograms } from './failover/programs.mjs';
import { buildServer, kaiin } from './stack/build.mjs';
import { beforeTheLastMigration, withFormer } from './stack/former.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
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
  const play = async (program) => {
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
      KAIIN_TEST_NEXT_PROGRAM: kaiin(),
      KAIIN_TEST_CLUSTER: JSON.stringify({ control, machines, disks: cluster.hasDisks }),
    };
    const { code } = await processes.finish('failover', 'go', args, { env });
    return code;
  };
  try {
    return await untilInterrupted(processes, async () => {
      await ensurePackages(processes);
      await buildServer(processes);
      if (!rollsOut) return play(kaiin());
      const former = process.env.FORMER || beforeTheLastMigration();
      processes.say(`Building the former version, ${former}…`);
      return withFormer(processes, 'failover', former, ({ program }) => play(program));
    });
  } finally {
    cluster?.sweep();
  }
});
