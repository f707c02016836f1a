// make mutants: breaks the rules of the server and the pages one by one and runs the tests that
// should notice; for people, not for CI.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allGroups } from './mutants/groups.mjs';
import { chosen, unfit } from './mutants/mutant.mjs';
import { tryServer } from './mutants/server.mjs';
import { tryWeb } from './mutants/web.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main, Problem, throwProblems } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

/** Of the mutants of each part, at least so many are to be killed. */
const wanted = { server: 0.95, web: 0.9 };

await main(async () => {
  const mutants = chosen(allGroups, process.argv.slice(2));
  if (mutants.length === 0) throw new Problem('No mutant is called so; without MUTANTS all are run.');
  throwProblems(mutants.map((mutant) => unfit(mutant)).filter(Boolean));
  checkTools();
  const processes = new Processes('mutants');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    const of = (part) => mutants.filter(({ file }) => file.startsWith(`${part}/`));
    const missed = [];
    if (of('web').length > 0) missed.push(await web(processes, of('web')));
    if (of('server').length > 0) missed.push(await server(processes, of('server')));
    return missed.some(Boolean) ? 1 : 0;
  });
});

async function web(processes, mutants) {
  const results = [];
  await tryWeb(processes, mutants, teller(processes, results, mutants.length));
  return report(processes, 'web', results);
}

async function server(processes, mutants) {
  const folder = mkdtempSync(join(tmpdir(), 'kaiin-mutants-'));
  const results = [];
  const tell = teller(processes, results, mutants.length);
  try {
    await withTestServer(processes, (databaseUrl) => tryServer(processes, mutants, folder, databaseUrl, tell));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return report(processes, 'server', results);
}

// Keeps the results and says each as it comes.
function teller(processes, results, all) {
  return (result) => {
    results.push(result);
    const verdict = result.survived ? 'SURVIVED' : 'killed';
    const by = result.killedBy ? ` (${result.killedBy})` : '';
    processes.say(`${verdict.padEnd(8)} ${results.length}/${all} ${result.mutant.file}: ${result.mutant.what}${by}`);
  };
}

// Says what survived and how many did not, and whether these are too few.
function report(processes, part, results) {
  const survived = results.filter((result) => result.survived);
  for (const { mutant } of survived) processes.say(`\nSURVIVED ${mutant.file}: ${mutant.what}\n  ${mutant.instead}`);
  const share = 1 - survived.length / results.length;
  processes.say(
    `\n${part}: ${results.length - survived.length} of ${results.length} mutants were killed ` +
      `(${(share * 100).toFixed(1)} %; wanted: ${wanted[part] * 100} %), ${survived.length} survived.`,
  );
  return share < wanted[part];
}
