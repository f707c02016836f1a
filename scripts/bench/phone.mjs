import { createRequire } from 'node:module';
import { chromiumArgs, ensureChromium } from '../stack/browser.mjs';
import { inCheckout } from '../stack/checkout.mjs';

/** What a visit is told by: milliseconds, and scores from 0 to 1. */
const times = ['total-blocking-time', 'largest-contentful-paint'];
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Calls `body` with a function that opens `{ name, address, cookie, isHidden }` on Lighthouse's
 * phone (a processor four times slower, slow 4G) and returns what it found, by the names of `times`
 * and `categories`. A page that is hidden from search engines loses nothing by that.
 */
export async function withPhone(processes, body) {
  const chromePath = await ensureChromium(processes);
  const { lighthouse, launch } = await tools(processes);
  const chrome = await launch({ chromePath, chromeFlags: chromiumArgs });
  try {
    return await body((page) => visit(lighthouse, chrome.port, page));
  } finally {
    await chrome.kill();
  }
}

/**
 * Lighthouse in its exact version. It is larger than all else together, so it is installed where it
 * is asked for.
 */
async function tools(processes) {
  const folder = inCheckout('scripts/bench/lighthouse');
  await processes.run('npm', 'npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    quiet: true,
  });
  const { resolve } = createRequire(`${folder}/package.json`);
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    import(resolve('lighthouse')),
    import(resolve('chrome-launcher')),
  ]);
  return { lighthouse, launch };
}

async function visit(lighthouse, port, { name, address, cookie, isHidden }) {
  const extraHeaders = cookie && { Cookie: cookie };
  const skipAudits = isHidden ? ['is-crawlable'] : [];
  const options = { port, logLevel: 'error', onlyCategories: categories, skipAudits, extraHeaders };
  const { lhr } = await lighthouse(address, options);
  if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`);
  if (lhr.finalDisplayedUrl !== address) throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  return Object.fromEntries([
    ...times.map((key) => [key, lhr.audits[key].numericValue]),
    ...categories.map((key) => [key, lhr.categories[key].score]),
  ]);
}
