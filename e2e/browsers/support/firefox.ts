import { type ElementHandle, launch, type Page, ProtocolError } from 'puppeteer-core';
import { type DrivenBrowser, type Engine, findElement, selectContent, type Target, waitFor } from './driven-browser.ts';

/** Starts Firefox, which speaks WebDriver BiDi itself. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: null });
  return {
    version: await browser.version(),
    async openWindow(url, width, height) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await resize(page, width, height);
      return { ...drive(page, url), close: () => context.close() };
    },
    stop: () => browser.close(),
  };
}

/** The size is set at once; what is sent with it are commands that an older Firefox does not know. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  try {
    await page.setViewport({ width, height });
  } catch (error) {
    if (!(error instanceof ProtocolError && error.message.includes('unknown command'))) throw error;
  }
}

function drive(page: Page, url: string): Omit<DrivenBrowser, 'close'> {
  const find = (target: Target) =>
    waitFor(JSON.stringify(target), async () => {
      const handle = await page.evaluateHandle(findElement, target).catch(ignoreNavigation);
      return (handle?.asElement() ?? null) as ElementHandle<Element> | null;
    });
  return {
    async open(path) {
      await page.goto(new URL(path, url).href);
    },
    async click(target) {
      await (await find(target)).click();
    },
    async type(target, text) {
      await (await find(target)).evaluate(selectContent);
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    read: (script, ...values) => page.evaluate(script as never, ...values) as never,
    screenshot: async () => Buffer.from(await page.screenshot()),
  };
}

/** A page that was left while it was asked. */
const ignoreNavigation = () => null;
