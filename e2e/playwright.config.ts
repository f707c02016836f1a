import { defineConfig } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { launchOptions } from './harness/browser.ts';

/**
 * Journeys run one at a time against one stack: they script the sandbox's next outcome and look at
 * the ledger, which all members share. Those that move the clock are named *.clock.spec.ts and run
 * last, so that no other journey finds itself in another month.
 */
export default defineConfig({
  testDir: '.',
  outputDir: './test-results',
  globalSetup: './harness/start.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: site,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    { name: 'desktop', testIgnore: '**/*.clock.spec.ts', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: '**/*.clock.spec.ts',
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
    { name: 'clock', testMatch: '**/*.clock.spec.ts', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
