import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect } from 'vitest';
import { getOrder, type Order } from '#features/orders/index.ts';
import type { Database } from '#platform/database/database.ts';
import { changeSettings, type SettingChange } from '#platform/settings/change-settings.ts';
import { addProduct } from '../products.ts';
import { useOpenWalletShop } from './open-wallet-shop.ts';

/** Where the wallet's buttons are at the checkout. */
export const walletPlace = '#wallet-method';

/** What is typed as an address. */
export const typedAddress = {
  ...{ first_name: 'Ada', last_name: 'Byrne' },
  ...{ address_1: '1 Quay Lane', city: 'Cork', postcode: 'T12 X0Y1' },
};

/** An order of one jar that the wallet has paid. */
export const paidOrder = {
  ...{ status: 'processing', paymentMethod: 'wallet', email: 'ada@example.com' },
  ...{ total: 1500, capturedTotal: 1500 },
};

const usual = { 'checkout.form': 'classic', 'checkout.termsPath': null, 'wallet.payLater': false };

interface Opening {
  readonly width?: number;
  /** Default: a jar for 10.00. */
  readonly product?: number;
  readonly quantity?: number;
  readonly hasScript?: boolean;
}

/** A shop whose checkout is paid with the test wallet as a method, and what shoppers do there. */
export function useWalletCheckout(database: Database) {
  const wallet = useOpenWalletShop(database, { wallet: { express: [], cardFields: false } });
  let jar = 0;
  beforeAll(async () => {
    jar = await addProduct(wallet.open.app.shop, { name: 'Moon jar', stock: 500 });
  });
  afterEach(async () => {
    Object.assign(wallet.sandbox.faults, { onClose: 'cancel', onBlocked: 'frame' });
    await change([]);
  });

  /** Changes settings until the end of the test. */
  async function change(changes: readonly Pick<SettingChange, 'key' | 'value'>[]): Promise<void> {
    const all = [...Object.entries(usual).map(([key, value]) => ({ key, value })), ...changes];
    const versioned = all.map((each) => ({ ...each, version: null }));
    await changeSettings(wallet.open.app.shop, versioned, 'shop');
  }

  const findButton = (page: Page, place = walletPlace) =>
    page.frameLocator(`${place} [data-funding=paypal] iframe`).getByRole('button');

  /** Orders of all shoppers of the file, the newest last. */
  async function listStatuses(): Promise<string[]> {
    const { rows } = await wallet.open.app.shop.db.execute<{ status: string }>(
      sql`select status from orders order by id`,
    );
    return rows.map(({ status }) => status);
  }

  return {
    ...{ wallet, change, findButton },
    get jar() {
      return jar;
    },
    useForm: (value: 'classic' | 'block') => change([{ key: 'checkout.form', value }]),

    /** Opens the checkout with something in the cart. */
    async open({ width = 1280, product = jar, quantity = 1, hasScript = true }: Opening = {}) {
      const { page, watch } = await wallet.open.sharedShopper({ hasScript });
      await page.setViewportSize({ width, height: 900 });
      await page.request.post('/cart/add', { form: { product_id: product, quantity }, maxRedirects: 0 });
      await page.goto('/checkout');
      return { page, watch };
    },

    async fillIn(page: Page, kind = 'billing', fields: Readonly<Record<string, string>> = typedAddress): Promise<void> {
      await page.getByLabel('Email').fill('ada@example.com');
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${kind}_${name}]`).fill(value);
    },

    /** Selects the wallet, and waits for its buttons. */
    async choose(page: Page): Promise<void> {
      await page.locator('input[name=payment_method][value=wallet]').check({ force: true });
      await page.locator(walletPlace).scrollIntoViewIfNeeded();
      await page.locator(`${walletPlace}[data-state=ready]`).waitFor();
    },

    openWindow: (page: Page, place = walletPlace) => wallet.openWindow(page, place),

    /** Opens the window after one that was closed: until the wallet has noticed that, a click does nothing. */
    async openAgain(page: Page, place = walletPlace): Promise<Page> {
      const popups: Page[] = [];
      page.on('popup', (popup) => popups.push(popup));
      await expect
        .poll(async () => {
          await findButton(page, place).click();
          return popups.length;
        })
        .toBe(1);
      return popups[0] as Page;
    },

    /** A click that is refused: its window closes again. */
    async beRefused(page: Page): Promise<void> {
      const popup = await wallet.openWindow(page, walletPlace);
      await expect.poll(() => popup.isClosed()).toBe(true);
    },

    /** What the order's page shows, once the browser is there. */
    async readOrder(page: Page): Promise<Order | null> {
      await page.waitForURL(/\/order\/[\w-]+$/);
      const token = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      return getOrder(wallet.open.app.shop.db, { token });
    },

    /** Counts what is ordered here, and begun at the wallet, from now on. */
    async startCount() {
      const [orders, books] = [await listStatuses(), wallet.sandbox.control.readBooks()];
      return {
        orders: async () => (await listStatuses()).slice(orders.length),
        books: () => wallet.sandbox.control.readBooks().length - books.length,
      };
    },
  };
}

/** The wallet's id of the order that its page is about. */
export const readWalletToken = (page: Page): string => new URL(page.url()).searchParams.get('token') ?? '';
