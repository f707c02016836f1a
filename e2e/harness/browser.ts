import { chromiumArgs, findChromium } from '../../scripts/stack/browser.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('There is no Chromium on this machine: `make test` installs one.');

/** How Chromium is started for a journey. */
export const launchOptions = { executablePath, args: chromiumArgs };

/**
 * The same with the back/forward cache, which Playwright switches off. For a spec file about pages
 * that come back from it: `test.use({ launchOptions: withBackForwardCache })` at its top, and
 * `page.goBack({ waitUntil: 'commit' })`, since a restored page fires no load event to wait for.
 */
export const withBackForwardCache = { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] };
