import { defineConfig } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { launchOptions } from './harness/browser.ts';

/**
 * Journeys make members of their own, so two run at a time on one stack. Those that move the clock,
 * script what the card service does next or bring a crowd are named *.alone.spec.ts: they run one
 * after the other, in `make test` on a stack of their own beside the others (`--project alone
 * --no-deps`), otherwise when all others are done. Journeys tagged @phone run on a phone too.
 * KAIIN_SHOTS=folder takes nothing but pictures, of every page (`make shots`).
 */
const alone = '**/*.alone.spec.ts';
const shots = '**/shots.spec.ts';
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

export default defineConfig({
  testDir: '.',
  outputDir: './test-results',
  globalSetup: './harness/start.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0, // what fails sometimes is a defect; `make test` lets one journey pass so, and names it
  timeout: 300_000, // not to fail on a machine that is busy elsewhere: what a page may take is measured by `make bench`
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    baseURL: site,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    trace: 'off', // recording takes a quarter of the time; `npx playwright test --trace on NAME` shows what happened
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: process.env.KAIIN_SHOTS
    ? [{ name: 'shots', testMatch: shots, use: desktop }]
    : [
        { name: 'desktop', testIgnore: alone, use: desktop },
        { name: 'phone', testIgnore: alone, grep: /@phone/, use: phone },
        { name: 'alone', testMatch: alone, use: desktop, workers: 1, dependencies: ['desktop', 'phone'] },
      ],
});
