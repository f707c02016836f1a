// make postgres: a PostgreSQL for `go test` by hand, until Ctrl-C. `make test` uses it while
// it runs.

import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { freePorts } from './stack/ports.mjs';
import { startPostgres } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';

await main(async () => {
  const processes = new Processes('postgres');
  await processes.claim();
  return untilInterrupted(
    processes,
    async () => {
      await ensurePackages(processes);
      const port = Number(process.env.POSTGRES_PORT) || (await freePorts(['postgres'])).postgres;
      const { url } = await startPostgres(processes, { name: 'test', port, fast: true });
      processes.say(
        `PostgreSQL for tests is ready. In another terminal:\n\n  export KAIIN_TEST_DATABASE_URL='${url}'\n  go test ./server/…\n`,
      );
      await processes.failed;
    },
    { whenAsked: 0 },
  );
});
