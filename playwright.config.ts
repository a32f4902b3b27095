import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './e2e/support/browser.ts';

const { executablePath, env } = await findChromium();
const inheritedEnv = Object.entries(process.env).flatMap(([name, value]) =>
  value === undefined ? [] : [[name, value]],
);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  globalSetup: './e2e/support/shop.ts',
  outputDir: '.reports/playwright',
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  // What passes the second time is listed as failed once; two of them fail the run (scripts/test/stages.mjs).
  retries: 1,
  // For two processors: a journey waits for the page now and then.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath, args: chromiumFlags, env: { ...Object.fromEntries(inheritedEnv), ...env } },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
  },
  // A journey that is the same at every width has the tag of the one project that runs it.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
