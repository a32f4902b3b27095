import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/http/log.ts';
import { startWalletSandbox, type WalletSandbox } from '#wallet-sandbox/index.ts';
import { flatRateZones, salesPayments } from '../sales.ts';
import { type OpenShop, useOpenShop } from './open-shop.ts';

/** An open shop that pays with the test wallet, in a real browser. */
export interface OpenWalletShop {
  readonly open: OpenShop;
  readonly sandbox: WalletSandbox;
  /** Clicks a button of the wallet, and waits for the window to pay in. */
  openWindow(page: Page, place?: string): Promise<Page>;
}

const unlimited = { visitor: null, address: null, email: null, domain: null, all: null };

/** @param settings by feature, besides flat delivery for 5.00, no terms to accept and no limits */
export function useOpenWalletShop(
  database: Database,
  settings: Readonly<Record<string, unknown>> = {},
  log?: Log,
): OpenWalletShop {
  let sandbox: WalletSandbox;
  const env: Record<string, string> = {};
  beforeAll(async () => {
    sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null, haste: 100 });
    Object.assign(env, { TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: sandbox.restUrl });
  });
  const open = useOpenShop(database, {
    hasPublicUrl: true,
    ...(log ? { log } : {}),
    env,
    choices: {
      settings: {
        ...{
          payments: salesPayments,
          shipping: flatRateZones(500),
          checkout: { ordersPerHour: unlimited, termsPath: null },
        },
        ...settings,
      },
    },
  });
  beforeEach(() => sandbox.faults.clear());
  afterAll(() => sandbox.stop());
  return {
    open,
    get sandbox() {
      return sandbox;
    },
    async openWindow(page, place = 'main') {
      const opened = page.waitForEvent('popup');
      await page.frameLocator(`${place} [data-funding=paypal] iframe`).getByRole('button').click();
      return opened;
    },
  };
}

/** Goes back to the shop without paying. The window may close before the click has been answered. */
export async function cancelInWindow(popup: Page): Promise<void> {
  const closed = popup.waitForEvent('close');
  const cancel = popup.getByRole('button', { name: /^Cancel and return/ });
  await cancel.click().catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await closed;
}

/** Signs in and pays in the window, as a shopper does. */
export async function payInWindow(
  popup: Page,
  { email, instrument, button = 'Pay now' }: { email?: string; instrument?: string; button?: string } = {},
): Promise<void> {
  if (email) await popup.getByLabel('Email').fill(email);
  await popup.getByRole('button', { name: 'Log in' }).click();
  if (instrument) await popup.getByLabel(instrument).check();
  await popup.getByRole('button', { name: button }).click();
}
