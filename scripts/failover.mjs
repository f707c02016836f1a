// make failover: two machines of PostgreSQL, made of the files of deploy/cluster, lose their
// primary while members buy, are renewed, log in and exchange tokens (e2e/crash).
import { Cluster } from './failover/cluster.mjs';
import { serveControl } from './failover/control.mjs';
import { ensurePrograms } from './failover/programs.mjs';
import { buildServer, kaiin } from './stack/build.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  checkTools();
  const processes = new Processes('failover');
  await processes.claim();
  let cluster;
  try {
    return await untilInterrupted(processes, async () => {
      await ensurePackages(processes);
      await buildServer(processes);
      cluster = new Cluster(processes, await ensurePrograms(processes));
      processes.say('Starting etcd, two PostgreSQL with their Patroni, HAProxy and PgBouncer…');
      await cluster.start();
      const control = await serveControl(cluster, (line) => processes.say(line));
      const machines = cluster.ways();
      const args = ['test', './e2e/crash', '-run=TestFailover', '-count=1', '-v', '-timeout=1h'];
      const env = {
        ...process.env,
        KAIIN_TEST_DATABASE_URL: machines.a.proxy,
        KAIIN_TEST_PROGRAM: kaiin(),
        KAIIN_TEST_CLUSTER: JSON.stringify({ control, machines, disks: cluster.hasDisks }),
      };
      const { code } = await processes.finish('failover', 'go', args, { env });
      return code;
    });
  } finally {
    cluster?.sweep();
  }
});
