import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findFreePort } from '#tests/support/free-port.ts';
import {
  type DrivenBrowser,
  type Engine,
  findElement,
  scrollIntoView,
  selectContent,
  type Target,
  waitFor,
} from './driven-browser.ts';

/** Where WebKitGTK's browser and what drives it are. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

/** Pixels of the window's frame, which is not the page's. */
const frameHeight = 38;

/** Starts a display without a screen and the WebDriver of WebKitGTK, whose browser needs a display. */
export async function startWebKit({ driver, browser, display }: WebKitPrograms): Promise<Engine> {
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await Promise.race([once(screen.stdout, 'data'), failAtExit(screen, display)])) as [Buffer];
  const port = await findFreePort();
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    // The sandbox needs name spaces, which containers lack. The browser visits only our own pages.
    env: { ...process.env, DISPLAY: `:${number.toString().trim()}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  const endAll = () => Promise.all([end(server), end(screen)]);
  const window = await openBrowser(address, browser).catch(async (error: unknown) => {
    await endAll();
    throw error;
  });
  return {
    version: String((await window.getCapabilities()).get('browserVersion')),
    async openWindow(url, width, height) {
      await window
        .manage()
        .window()
        .setRect({ width, height: height + frameHeight });
      return drive(window, url);
    },
    async stop() {
      try {
        await window.quit();
      } finally {
        await endAll();
      }
    },
  };
}

/** Reads of a place, 50 ms apart, for which an element stays where it is: replies that open a part come a little later. */
const restReads = 5;

async function openBrowser(address: string, binary: string): Promise<WebDriver> {
  await waitFor('the WebDriver of WebKit', () => fetch(`${address}/status`).catch(() => null));
  const options = { binary, args: ['--automation'] };
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  return await new Builder().usingServer(address).withCapabilities(new Capabilities(capabilities)).build();
}

async function failAtExit(process: ChildProcess, name: string): Promise<never> {
  await once(process, 'exit');
  throw new Error(`${name} has ended`);
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGTERM');
  await ended;
}

function drive(window: WebDriver, url: string): DrivenBrowser {
  const run = (script: (...values: never[]) => unknown, ...values: readonly unknown[]) =>
    window.executeScript(`return (${script}).apply(null, arguments)`, ...values);
  /** WebKit clicks and types only where it need not scroll. */
  const find = async (target: Target) => {
    const element = await waitFor(JSON.stringify(target), () => run(findElement, target) as Promise<WebElement | null>);
    const places: unknown[] = [];
    return waitFor(`${JSON.stringify(target)} at rest`, async () => {
      const place = await run(scrollIntoView as never, element);
      places.push(place);
      return place !== null && places.length >= restReads && places.slice(-restReads).every((each) => each === place)
        ? element
        : null;
    });
  };
  return {
    async open(path) {
      await window.get(new URL(path, url).href);
    },
    async click(target) {
      await window
        .actions()
        .move({ origin: await find(target) })
        .click()
        .perform();
    },
    async type(target, text) {
      await run(selectContent as never, await find(target));
      await window.actions().sendKeys(text).perform();
    },
    async press(key) {
      await window
        .actions()
        .sendKeys({ Enter: Key.ENTER, Escape: Key.ESCAPE, Space: Key.SPACE, Tab: Key.TAB }[key])
        .perform();
    },
    read: (script, ...values) => run(script, ...values) as never,
    screenshot: async () => Buffer.from(await window.takeScreenshot(), 'base64'),
    async close() {
      await window.manage().deleteAllCookies();
      await run(() => localStorage.clear());
      await window.get('about:blank');
    },
  };
}
