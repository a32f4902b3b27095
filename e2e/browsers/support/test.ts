import { test as base, expect } from '@playwright/test';
import { findFirefox, findWebKit } from '#scripts/test/installed-browsers.mjs';
import type { DrivenBrowser, Engine } from './driven-browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

export { expect };

interface Options {
  readonly engineName: 'firefox' | 'webkit';
  readonly windowWidth: number;
}

/** Playwright's `test` with a window of Firefox or WebKit on the shop of this run. */
export const test = base.extend<{ shopper: DrivenBrowser }, Options & { engine: Engine | undefined }>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  windowWidth: [1280, { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine?.stop();
    },
    { scope: 'worker' },
  ],

  shopper: async ({ engine, engineName, windowWidth }, use, testInfo) => {
    testInfo.skip(engine === undefined, `${engineName} is not installed`);
    if (engine === undefined) return;
    const shopper = await engine.openWindow(String(process.env.SHOP_URL), windowWidth, windowWidth < 500 ? 844 : 800);
    await use(shopper);
    try {
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('window', { body: await shopper.screenshot(), contentType: 'image/png' });
      }
    } finally {
      await shopper.close();
    }
  },
});

async function startEngine(name: Options['engineName']): Promise<Engine | undefined> {
  const firefox = name === 'firefox' ? findFirefox() : undefined;
  if (firefox !== undefined) return await startFirefox(firefox);
  const webKit = name === 'webkit' ? findWebKit() : undefined;
  return webKit && (await startWebKit(webKit));
}
