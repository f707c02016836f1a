import { chromiumArgs, findChromium } from '../../scripts/stack/browser.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('There is no Chromium on this machine: `make test` installs one.');

/**
 * Compiles a script whole when it is first met, so that what the browser keeps of it is whole as
 * well: journeys load the same scripts hundreds of times, and compiling them function by function,
 * each time anew, was a third of what a page cost.
 */
const compileAtOnce = '--js-flags=--no-lazy';

/** How Chromium is started for a journey. */
export const launchOptions = { executablePath, args: [...chromiumArgs, compileAtOnce] };

/**
 * The same with the back/forward cache, which Playwright switches off. For a spec file about pages
 * that come back from it: `test.use({ launchOptions: withBackForwardCache })` at its top, and
 * `page.goBack({ waitUntil: 'commit' })`, since a restored page fires no load event to wait for.
 */
export const withBackForwardCache = { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] };
