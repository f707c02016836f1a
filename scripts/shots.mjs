// make shots: pictures of every page, narrow and wide, in both languages, light and dark theme, and
// a sheet with all of them.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from './stack/browser.mjs';
import { inCheckout, inRun } from './stack/checkout.mjs';
import { untilInterrupted } from './stack/interrupt.mjs';
import { ensurePackages } from './stack/packages.mjs';
import { withTestServer } from './stack/postgres.mjs';
import { main } from './stack/problem.mjs';
import { Processes } from './stack/processes.mjs';
import { checkTools } from './stack/tools.mjs';
import { contactSheet } from './suites/sheet.mjs';

const folder = inRun('shots');

await main(async () => {
  checkTools();
  const processes = new Processes('shots');
  await processes.claim();
  return untilInterrupted(processes, () => takeShots(processes, process.argv[2]));
});

// Of the pages whose names fit `only`, or of all.
async function takeShots(processes, only) {
  await ensurePackages(processes);
  const chromium = await ensureChromium(processes);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const playwright = createRequire(inCheckout('e2e/package.json')).resolve('@playwright/test/cli');
  const args = [playwright, 'test', '--reporter=dot', ...(only ? ['-g', only] : [])];
  const code = await withTestServer(processes, async (databaseUrl) => {
    const env = {
      ...process.env,
      KAIIN_TEST_DATABASE_URL: databaseUrl,
      KAIIN_CHROMIUM: chromium,
      KAIIN_SHOTS: folder,
    };
    const how = { env, cwd: inCheckout('e2e'), signal: 'SIGINT', patience: 60_000 };
    return (await processes.finish('shots', process.execPath, args, how)).code;
  });
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
  writeFileSync(`${folder}/index.html`, contactSheet(pictures));
  processes.say(
    `\n${pictures.length} pictures are in ${folder}\n${pathToFileURL(`${folder}/index.html`)} shows them all.`,
  );
  return code;
}
