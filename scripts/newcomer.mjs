// make newcomer: a stranger types the commands of the README and of the pages for the first hour in
// a clean copy (scripts/newcomer). With CONTROL it takes parts of the start out of the copy, one
// after the other, and fails for each whose absence is not noticed.
import { chosenParts } from './newcomer/parts.mjs';
import { buildServer, buildWeb } from './stack/build.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';

await main(async () => {
  const without = process.env.CONTROL ? chosenParts(process.env.CONTROL) : [];
  checkTools();
  const processes = new Processes('newcomer');
  await processes.claim();
  return untilInterrupted(processes, async () => {
    await ensurePackages(processes);
    await buildServer(processes);
    await buildWeb(processes);
    return without.length > 0 ? control(processes, without) : (await follow(processes)).code;
  });
});

async function control(processes, without) {
  let noticed = 0;
  for (const { name, says } of without) {
    const { code, lines } = await follow(processes, name);
    const found = code !== 0 && lines.some((line) => says.test(line));
    processes.say(`${found ? 'noticed' : 'NOT NOTICED'}: ${name} is missing`);
    if (found) noticed++;
  }
  processes.say(`${noticed} of ${without.length} missing parts were noticed.`);
  return noticed < without.length ? 1 : 0;
}

async function follow(processes, part = '') {
  const lines = [];
  const args = ['--test', '--test-reporter=spec', 'scripts/newcomer/newcomer.test.mjs'];
  const { code } = await processes.finish('newcomer', process.execPath, args, {
    env: { ...process.env, KAIIN_NEWCOMER_WITHOUT: part },
    onLine: (line) => lines.push(line),
  });
  return { code, lines };
}
