import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { getTestBrowser } from '#tests/support/test-browser.ts';
import type { WalletSandbox } from '../index.ts';

const loader = join(import.meta.dirname, '../../node_modules/@paypal/paypal-js/dist/iife/paypal-js.js');

/** A page of a shop on an origin of its own, with the provider's loader and a strict policy. */
export interface ShopPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the SDK has called, in its order. */
  events(): Promise<string[]>;
  /** Loads the SDK and mounts buttons whose callbacks are noted. */
  mount(options?: MountOptions): Promise<void>;
  readonly buttons: FrameLocator;
  /** Clicks a button and waits for the window to pay in. */
  openPopup(name?: string): Promise<Page>;
  /** Closes the window to pay in, as a shopper does. Playwright's own closing may wait for its navigation. */
  closePopup(): Promise<void>;
  close(): Promise<void>;
}

export interface MountOptions {
  readonly orderId?: string;
  readonly script?: Record<string, unknown>;
  /** Source of an object with options for `Buttons`, in which `note` and `orderId` are known. */
  readonly buttons?: string;
}

const nonce = 'a1b2c3';

export async function openShopPage(sandbox: WalletSandbox, size = { width: 1280, height: 800 }): Promise<ShopPage> {
  const host = new URL(sandbox.publicUrl).origin;
  const policy = [
    `default-src 'self'; script-src 'self' 'nonce-${nonce}' ${host}; style-src-elem 'nonce-${nonce}'`,
    `frame-src ${host}; connect-src 'self' ${host}; style-src-attr 'none'`,
  ].join('; ');
  const server = createServer((request, response) => {
    if (request.url === '/loader.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(loader));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(
      '<!doctype html><html lang="en"><title>Shop</title><script src="/loader.js"></script><main><h1>Shop</h1><div id="buttons"></div><div id="more"></div></main></html>',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await getTestBrowser();
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const buttons = page.frameLocator('#buttons iframe');
  return {
    page,
    context,
    buttons,
    events: () => page.evaluate(() => (window as unknown as { noted: string[] }).noted),
    async mount({ orderId = '', script = {}, buttons: source = '({})' } = {}) {
      const settings = {
        clientId: sandbox.credentials.clientId,
        currency: 'EUR',
        sdkBaseUrl: `${host}/sdk/js`,
        dataCspNonce: nonce,
      };
      await page.evaluate(
        `(${mountSource(source)})(${JSON.stringify({ ...settings, ...script })}, ${JSON.stringify(orderId)})`,
      );
    },
    async openPopup(name = 'Test wallet') {
      const opened = page.waitForEvent('popup');
      await buttons.getByRole('button', { name, exact: true }).click();
      return opened;
    },
    closePopup: () => page.evaluate('window.lastPopup.close()'),
    async close() {
      await context.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A function for the page: notes each callback, and lets the options change what it does. */
const mountSource = (buttons: string) => `async (settings, orderId) => {
  window.noted ??= [];
  const open = window.open;
  window.open = (...parts) => { window.lastPopup = open.apply(window, parts); return window.lastPopup; };
  const note = (...parts) => { window.noted.push(parts.join(' ')); };
  const wallet = await window.paypalLoadScript(settings);
  const component = wallet.Buttons({
    onInit: () => note('init'),
    onClick: ({ fundingSource }) => note('click', fundingSource),
    createOrder: async ({ paymentSource }) => { note('create', paymentSource); return orderId; },
    onApprove: async ({ orderID, payerID }) => note('approve', orderID === orderId, payerID),
    onCancel: ({ orderID }) => note('cancel', orderID === orderId),
    onError: (error) => note('error', error.message),
    ...${buttons},
  });
  window.component = component;
  await component.render('#buttons');
}`;

/** Logs in and pays, as a shopper does. */
export async function signIn(popup: Page | FrameLocator, email?: string): Promise<void> {
  if (email) await popup.getByLabel('Email').fill(email);
  await popup.getByRole('button', { name: 'Log in' }).click();
}
