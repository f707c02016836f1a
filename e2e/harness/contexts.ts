import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** How many tests use a context before a new one takes its place, so that what a browser gathers does not grow. */
const most = 50;

/** What a test can do to a context that cannot be undone: it is closed afterwards. */
const lasting = [
  'addInitScript',
  'close',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const;
const lastingOfClock = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const;

/** What a test can listen to. */
const events = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'];

type Kept = { context: BrowserContext; uses: number; altered: boolean; origins: Set<string> };

/**
 * The contexts of a worker's browser, one for each combination of options. A new context costs the processors more than a
 * page does, and one that is kept has the scripts of the site in its cache. So it is emptied and given to the next test, which
 * starts on a new page, without cookies, storage, routes and listeners. The HTTP cache stays, as in a browser that comes
 * back.
 */
export class Contexts {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly browser: Browser) {}

  /** An empty context with these options, and with one page. Fails when something of an earlier test is left in it. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const kept = this.#kept.get(key) ?? (await this.#create(options));
    this.#kept.set(key, kept);
    kept.uses++;
    await expectEmpty(await empty(kept));
    kept.context.on('request', (request) => {
      if (request.isNavigationRequest()) kept.origins.add(new URL(request.url()).origin);
    });
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

  async #create(options: BrowserContextOptions): Promise<Kept> {
    const context = await this.browser.newContext(options);
    const kept: Kept = { context, uses: 0, altered: false, origins: new Set() };
    const alters = () => {
      kept.altered = true;
    };
    precede(context, lasting, alters);
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

/** Leaves one new page, without anything that a test has done to the context. */
async function empty({ context, origins }: Kept): Promise<Page> {
  const former = context.pages();
  const page = await context.newPage();
  await Promise.all(former.map((other) => other.close()));
  for (const event of events) context.removeAllListeners(event);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  const browser = await context.newCDPSession(page);
  for (const origin of origins) await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await browser.detach();
  origins.clear();
  return page;
}

/** Fails when the browser at this page, which shows a text of the site, has cookies or keeps anything for the site. */
export async function expectEmpty(page: Page): Promise<void> {
  await page.goto('/healthz');
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
