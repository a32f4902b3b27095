import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '#e2e/support/browser.ts';

interface BrowserOptions {
  /** Whether pages return from the back-forward cache. Playwright disables it by default. */
  readonly hasBackForwardCache?: boolean;
}

const browsers = new Map<boolean, Promise<Browser>>();

/**
 * The browser that the test files of a worker share. Close the contexts that you open; the browser
 * ends with the worker.
 */
export function getTestBrowser({ hasBackForwardCache = false }: BrowserOptions = {}): Promise<Browser> {
  const current = browsers.get(hasBackForwardCache) ?? launch(hasBackForwardCache);
  browsers.set(hasBackForwardCache, current);
  return current;
}

async function launch(hasBackForwardCache: boolean): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: chromiumFlags,
    // Vitest ends its workers by SIGTERM; Playwright's handler would keep them running.
    handleSIGTERM: false,
    ...(hasBackForwardCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  });
}
