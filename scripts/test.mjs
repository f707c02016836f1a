// make test: every suite, or those named on the command line; the last line is the sum of all.
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main, Problem } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';
import { goSuite } from './suites/go.mjs';
import { journeysSuite, scriptsSuite, webSuite } from './suites/node.mjs';

const suites = { scripts: scriptsSuite, go: goSuite, web: webSuite, journeys: journeysSuite };

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(suites);
  const unknown = names.filter((name) => !suites[name]);
  if (unknown.length > 0)
    throw new Problem(`There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  checkTools();
  const processes = new Processes('tests');
  await processes.claim();
  return untilInterrupted(processes, () => runSuites(processes, names));
});

async function runSuites(processes, names) {
  await ensurePackages(processes);
  const results = [];
  await withTestServer(processes, async (databaseUrl) => {
    for (const name of names) {
      const began = Date.now();
      processes.say(`\n== ${name}`);
      results.push({ name, ...(await runSuite(processes, name, databaseUrl)), took: Date.now() - began });
    }
  });
  processes.say('');
  for (const { name, passed, failed, took } of results) {
    processes.say(
      `${name.padEnd(10)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${(took / 1000).toFixed(0).padStart(4)} s`,
    );
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  processes.say(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') > 0 ? 1 : 0;
}

// What keeps one suite from running is told and counts as a failure; the others still run.
async function runSuite(processes, name, databaseUrl) {
  try {
    return await suites[name](processes, databaseUrl);
  } catch (error) {
    if (!(error instanceof Problem) || error.message === 'Stopped.') throw error;
    processes.say(error.message);
    return { passed: 0, failed: 1 };
  }
}
