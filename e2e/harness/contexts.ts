import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/**
 * How many tests use a context before a new one takes its place, so that what a browser gathers
 * does not grow.
 */
const most = 50;

/**
 * What a test can do to a context, or to its page, that cannot be undone: the context is then
 * closed.
 */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const;
const lastingOfContext = [
  ...lasting,
  'close',
  'grantPermissions',
  'newCDPSession',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const;
const lastingOfClock = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const;

/** A text of the site, where a page may be left: it does nothing by itself. */
const ground = '/healthz';

/** What a test can listen to. */
const events = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'];
const eventsOfPage = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached', 'framedetached'],
  ...['framenavigated', 'load', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'],
];

type Kept = {
  context: BrowserContext;
  options: BrowserContextOptions;
  page: Page;
  browser: CDPSession; // of the page
  open: () => Promise<Page>;
  attach: (page: Page) => Promise<CDPSession>;
  uses: number;
  altered: boolean;
  origins: Set<string>;
};

/**
 * The contexts of a worker's browser, one for each combination of options, with a page in each. A
 * new one costs the processors more than a load of one that is kept, which has the scripts of the
 * site in its cache, and a process that has run them. So it is emptied and given to the next test,
 * which starts without cookies, storage, routes and listeners. The HTTP cache stays, as in a
 * browser that comes back.
 */
export class Contexts {
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly browser: Browser,
    private readonly site: string,
  ) {}

  /**
   * An empty context with these options, and with one page. Fails when something of an earlier test
   * is left in it.
   */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const kept = this.#kept.get(key) ?? (await this.#create(options));
    this.#kept.set(key, kept);
    kept.uses++;
    // What a tab keeps for an origin can be emptied only where a page of that origin is open.
    if (kept.page.isClosed() || [...kept.origins].some((origin) => origin !== this.site)) await this.#replace(kept);
    if (!(await leave(kept))) {
      await this.#replace(kept);
      await kept.page.goto(ground);
    }
    await empty(kept);
    await expectEmpty(kept.page);
    return kept.context;
  }

  /** Takes a context back after its test; one that is not to be kept is closed. */
  async giveBack(context: BrowserContext, { keep }: { keep: boolean }): Promise<void> {
    for (const [key, kept] of this.#kept) {
      if (kept.context !== context || (keep && !kept.altered && kept.uses < most)) continue;
      this.#kept.delete(key);
      await context.close();
    }
  }

  async #replace(kept: Kept): Promise<void> {
    const former = kept.page;
    kept.page = await kept.open();
    kept.browser = await kept.attach(kept.page);
    await former.close();
  }

  async #create(options: BrowserContextOptions): Promise<Kept> {
    const context = await this.browser.newContext(options);
    const alters = () => {
      kept.altered = true;
    };
    const open = async () => {
      const page = await context.newPage();
      precede(page, lasting, alters);
      return page;
    };
    const attach = context.newCDPSession.bind(context); // before it counts as a test's
    const page = await open();
    const browser = await attach(page);
    const kept: Kept = { context, options, page, browser, open, attach, uses: 0, altered: false, origins: new Set() };
    precede(context, lastingOfContext, alters);
    precede(context.clock, lastingOfClock, alters);
    return kept;
  }
}

/** Calls `first` before each call of the methods. */
function precede<T extends object>(target: T, names: readonly (keyof T)[], first: () => void): void {
  for (const name of names) {
    const method = target[name] as (...values: unknown[]) => unknown;
    Object.assign(target, {
      [name]: (...values: unknown[]) => {
        first();
        return method.apply(target, values);
      },
    });
  }
}

/**
 * Turns the page to a text of the site, without the routes and listeners of a test. False when it
 * went elsewhere by itself: it had been told to before its test ended, as by a button whose answer
 * was still to come.
 */
async function leave({ context, page, origins }: Kept): Promise<boolean> {
  for (const event of events) context.removeAllListeners(event);
  for (const event of eventsOfPage) page.removeAllListeners(event);
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  try {
    await page.goto(ground);
    return true;
  } catch (error) {
    if (/is interrupted by another navigation|net::ERR_ABORTED/.test(String(error))) return false;
    throw error;
  }
}

/**
 * Leaves one page, which shows a text of the site, without anything that a test has left in it and
 * in the context.
 */
async function empty({ context, page, browser, options, origins }: Kept): Promise<void> {
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  await context.clearCookies();
  for (const origin of origins) await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  origins.clear();
  if (options.viewport) await page.setViewportSize(options.viewport);
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.mouse.move(0, 0);
}

/** Fails when the browser at this page of the site has cookies or keeps anything for the site. */
export async function expectEmpty(page: Page): Promise<void> {
  const stored = await page.evaluate(async () => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    serviceWorkers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  }));
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  const left = Object.entries({ cookies, ...stored }).filter(([, names]) => names.length > 0);
  if (left.length > 0)
    throw new Error(`An earlier test has left in the browser: ${JSON.stringify(Object.fromEntries(left))}`);
}
