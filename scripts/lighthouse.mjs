// make lighthouse: pages on a phone (Lighthouse's: a processor four times slower, slow 4G) beside
// the bare page, in turns in one run; printed, and written to .run/lighthouse.json.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { startBare } from './bench/bare.mjs';
import { median } from './bench/load.mjs';
import { signUp } from './bench/member.mjs';
import { categories, withPhone } from './bench/phone.mjs';
import { inCheckout, inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { startStack } from './stack/stack.mjs';
import { checkTools } from './stack/tools.mjs';

const rounds = Number(process.argv[2] || 5);
/**
 * Milliseconds, at most so many times the bare page's. A wait under a tenth of a second is not
 * noticed: less than that counts as that.
 */
const most = { 'total-blocking-time': 2, 'largest-contentful-paint': 2 };
const noticed = 100;
/** Scores, at least so much of the bare page's. */
const score = 0.95;

process.env.KAIIN_LOG_LEVEL ??= 'warn';

await main(async () => {
  checkTools();
  const processes = new Processes('lighthouse');
  await processes.claim();
  return untilInterrupted(processes, () => measure(processes));
});

async function measure(processes) {
  await ensurePackages(processes);
  const bare = await startBare(processes);
  const ports = JSON.parse(
    execFileSync(process.execPath, [inCheckout('scripts/free-ports.mjs')], { encoding: 'utf8' }),
  );
  const stack = await startStack(processes, { name: 'test', ports });
  const { cookie } = await signUp(stack.site, stack.sandbox);
  const pages = [
    { name: 'bare', address: bare.address },
    { name: '/', address: `${stack.site}/` },
    { name: '/plans', address: `${stack.site}/plans` },
    { name: '/plans/weekly', address: `${stack.site}/plans/weekly` },
    { name: '/plans/weekly, of a member', address: `${stack.site}/plans/weekly`, cookie },
    { name: '/login', address: `${stack.site}/login`, isHidden: true },
    { name: '/mypage', address: `${stack.site}/mypage`, cookie, isHidden: true },
  ];
  const runs = Object.fromEntries(pages.map(({ name }) => [name, []]));
  await withPhone(processes, async (visit) => {
    for (let round = 0; round < rounds; round++) {
      processes.say(`Round ${round + 1} of ${rounds}…`);
      for (const page of pages) runs[page.name].push(await visit(page));
    }
  });
  const results = Object.fromEntries(Object.entries(runs).map(([name, found]) => [name, mediansOf(found)]));
  writeFileSync(inRun('lighthouse.json'), `${JSON.stringify({ results, runs }, null, 2)}\n`);
  return report(processes, results);
}

function mediansOf(found) {
  return Object.fromEntries(Object.keys(found[0]).map((key) => [key, median(found.map((run) => run[key]))]));
}

function report(processes, { bare, ...pages }) {
  let holds = true;
  const line = (what, value, held, bound) => {
    holds &&= held;
    processes.say(`${what.padEnd(36)} ${value.padEnd(44)} ${held ? 'holds' : 'MISSED'} (${bound})`);
  };
  processes.say('');
  for (const [name, found] of Object.entries(pages)) {
    for (const [key, bound] of Object.entries(most)) {
      const ratio = found[key] / Math.max(bare[key], noticed);
      const value = `${ratio.toFixed(2)} × bare (${found[key].toFixed(0)} ms to ${bare[key].toFixed(0)} ms)`;
      line(`${name} ${key}`, value, ratio <= bound, `at most ${bound}`);
    }
    for (const key of categories) {
      const value = `${found[key].toFixed(2)}, bare ${bare[key].toFixed(2)}`;
      line(`${name} ${key}`, value, found[key] >= score * bare[key], `at least ${score} of bare`);
    }
  }
  return holds ? 0 : 1;
}
