import { defineConfig } from '@playwright/test';

// WebKitGTK's window can't be narrower than 447 pixels.
const windows = [
  { engineName: 'firefox', windowWidth: 390 },
  { engineName: 'firefox', windowWidth: 1280 },
  { engineName: 'webkit', windowWidth: 447 },
  { engineName: 'webkit', windowWidth: 1280 },
] as const;

export default defineConfig<object, { engineName: 'firefox' | 'webkit'; windowWidth: number }>({
  testDir: '.',
  testMatch: '*.browsers.ts',
  globalSetup: '../support/shop.ts',
  outputDir: '../../.reports/browsers',
  reporter: [['list'], ['json', { outputFile: '../../.reports/browsers.json' }]],
  retries: 1,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  projects: windows.map((use) => ({ name: `${use.engineName} at ${use.windowWidth} px`, use })),
});
