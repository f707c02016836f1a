import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { chromiumArgs, ensureChromium } from '../stack/browser.mjs';
import { inCheckout } from '../stack/checkout.mjs';

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** What Chromium calls a task in its trace. */
const task = 'ThreadControllerImpl::RunTask';

/** Calls `body` with functions that open a page for one with a Cookie header or with none. */
export async function withBrowser(processes, body) {
  const { chromium } = createRequire(inCheckout('e2e/package.json'))('@playwright/test');
  const browser = await chromium.launch({ executablePath: await ensureChromium(processes), args: chromiumArgs });
  const open = async ({ address, cookie }, look) => {
    const context = await browser.newContext({ ...phone, extraHTTPHeaders: cookie ? { cookie } : {} });
    try {
      const page = await context.newPage();
      return await look(page, async () => {
        await page.goto(address);
        await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
      });
    } finally {
      await context.close();
    }
  };
  try {
    return await body({
      visit: (page) => open(page, (tab, go) => visit(browser, tab, go)),
      weigh: (page) => open(page, weigh),
    });
  } finally {
    await browser.close();
  }
}

/**
 * Opens a page: the milliseconds of its thread until it is drawn, and those of its longest task, in
 * which it does not answer. They are processor time: what else runs on the machine is not in them.
 */
async function visit(browser, page, go) {
  await browser.startTracing(page, { categories: ['toplevel', 'loading'] });
  await go();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const drawn = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === task && pid === drawn.pid && tid === drawn.tid)
    .map(({ ts, tdur = 0 }) => ({ early: ts < drawn.ts, ms: tdur / 1000 }));
  const untilDrawn = tasks.filter(({ early }) => early).reduce((sum, { ms }) => sum + ms, 0);
  return { untilDrawn, longestTask: Math.max(...tasks.map(({ ms }) => ms)) };
}

/** The bytes, packed, of the scripts that a page loads until its first field was touched. */
async function weigh(page, go) {
  const scripts = new Set();
  let underWay = 0;
  const isScript = (request) => request.resourceType() === 'script';
  page.on('request', (request) => {
    if (!isScript(request)) return;
    underWay++;
    scripts.add(request.url());
  });
  for (const end of ['requestfinished', 'requestfailed'])
    page.on(end, (request) => {
      if (isScript(request)) underWay--;
    });
  await go();
  await page.locator('main form input:not([type=hidden])').first().focus();
  for (let before = 0; underWay > 0 || scripts.size > before; ) {
    before = scripts.size;
    await page.waitForTimeout(500);
  }
  const sizes = await Promise.all([...scripts].map(packedSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function packedSize(address) {
  return gzipSync(await (await fetch(address)).arrayBuffer()).length;
}
