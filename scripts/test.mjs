// make test: every suite, or those named on the command line; where the time went; the last line is
// the sum of all.
import { writeFileSync } from 'node:fs';
import { ensureBouncer } from './stack/bouncer.mjs';
import { buildServer } from './stack/build.mjs';
import { inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { runningServer, withTestServer } from './stack/postgres.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';
import { Costs } from './suites/costs.mjs';
import { blackboxSuite, goSuite } from './suites/go.mjs';
import { journeysSuite, scriptsSuite, webSuite } from './suites/node.mjs';
import { roundsSuite } from './suites/rounds.mjs';
import { inLanes, Meter, report, table } from './suites/schedule.mjs';

/**
 * The longest first. The journeys and the black-box tests wait for what they have started, the
 * others compute.
 */
const suites = {
  journeys: journeysSuite,
  blackbox: blackboxSuite,
  go: goSuite,
  web: webSuite,
  rounds: roundsSuite,
  scripts: scriptsSuite,
};
const lanes = 2;
const builtFirst = ['journeys', 'blackbox']; // they test the built program
const pooled = ['blackbox', 'go'];

await main(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !suites[name]);
  if (unknown.length > 0)
    throw new Problem(`There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  const names = Object.keys(suites).filter((name) => asked.length === 0 || asked.includes(name));
  checkTools();
  const processes = new Processes('tests');
  await processes.claim();
  return untilInterrupted(processes, () => runSuites(processes, names));
});

async function runSuites(processes, names) {
  await ensurePackages(processes);
  if (names.some((name) => pooled.includes(name))) await ensureBouncer(processes);
  const began = Date.now();
  const results = [];
  const costs = new Costs({ extra: [runningServer('test')?.pid].filter(Boolean) });
  costs.start();
  if (names.some((name) => builtFirst.includes(name))) await buildServer(processes); // once, not by both at the same time
  await withTestServer(processes, (databaseUrl) =>
    inLanes(names, lanes, async (name) => {
      processes.say(`\n== ${name}`);
      const meter = new Meter(processes, costs, name);
      const result = await runSuite(meter, name, databaseUrl);
      results.push({ name, ...result, ...meter.stop() });
      processes.say(`\n== ${name} has ended`);
    }),
  );
  costs.stop();
  const shared = results.map((result) => ({
    ...result,
    costs: costs.of(result.name),
    ...costs.shares(result.name, result.tests),
  }));
  writeFileSync(inRun('costs.tsv'), table(shared, began));
  processes.say('\nWhat each test took is in .run/costs.tsv.');
  for (const line of report(shared, (Date.now() - began) / 1000, costs.of(null), began)) processes.say(line);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
}

// What keeps one suite from running is told and counts as a failure; the others still run.
async function runSuite(meter, name, databaseUrl) {
  try {
    return await suites[name](meter, databaseUrl);
  } catch (error) {
    if (!(error instanceof Problem) || error.message === 'Stopped.') throw error;
    meter.say(error.message);
    return { passed: 0, failed: 1, tests: [] };
  }
}
