import { defineConfig } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { launchOptions } from './harness/browser.ts';

/**
 * One stack serves all journeys, and each makes members of its own, so two run at a time. Those that
 * move the clock, script what the card service does next or bring a crowd are named *.alone.spec.ts:
 * they run one after the other when all others are done. Journeys tagged @phone run on a phone too.
 * KAIIN_SHOTS=folder runs nothing but the pictures of every page (`make shots`).
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
  retries: 1, // `make test` names whatever needed it and says what went wrong the first time
  timeout: 120_000,
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
        { name: 'desktop', testIgnore: [alone, shots], use: desktop },
        { name: 'phone', testIgnore: [alone, shots], grep: /@phone/, use: phone },
        { name: 'alone', testMatch: alone, use: desktop, workers: 1, dependencies: ['desktop', 'phone'] },
      ],
});
