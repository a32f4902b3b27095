import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog } from '#platform/http/log.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { addProduct } from '../products.ts';
import { useOpenWalletShop } from './open-wallet-shop.ts';
import { typedAddress } from './wallet-checkout.ts';

/** Numbers that tests type into the fields, as they are typed and as they are kept, and the codes beside an expiry. */
const typed = /4111 ?1111 ?1111 ?1111|4000 ?0000 ?0000 ?\d{4}|5555 ?5555 ?5555 ?4444|12 ?\/ ?39|2039-12/;

interface Opening {
  readonly width?: number;
  readonly kind?: 'billing' | 'shipping';
  readonly colours?: 'light' | 'dark';
  /** Default: until the fields are there. */
  readonly waits?: boolean;
  /** Called before the checkout opens. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A shop whose checkout is paid by card in fields of the test wallet, and what shoppers do there. */
export function useCardCheckout(database: Database) {
  const logged: string[] = [];
  const sent: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const wallet = useOpenWalletShop(
    database,
    // Orders that wait longer than the provider does.
    { wallet: { express: [] }, orders: { pendingMinutes: 2 * 24 * 60, confirmation: 'off' } },
    log,
  );
  let jar = 0;
  beforeAll(async () => {
    jar = await addProduct(wallet.open.app.shop, { name: 'Moon jar', stock: 500 });
  });
  afterEach(async () => {
    wallet.sandbox.faults.hasCardFields = true;
    await chooseForm('classic');
  });

  const chooseForm = (value: string) =>
    changeSettings(wallet.open.app.shop, [{ key: 'checkout.form', value, version: null }], 'shop');

  /** Keeps what the pages of a shopper send to the shop. */
  const noteSent = (page: Page) =>
    page.context().on('request', (request) => {
      const isOwn = request.url().startsWith(wallet.open.app.shop.config.publicUrl);
      if (isOwn) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });

  async function waitForFields(page: Page): Promise<void> {
    await page.locator('.card-fields').scrollIntoViewIfNeeded();
    await page.locator('.card-fields[data-state=ready]').waitFor();
  }

  const field = (page: Page, name: string) =>
    page.frameLocator(`[data-card-field=${name}] iframe`).getByRole('textbox');

  return {
    ...{ wallet, chooseForm, noteSent, waitForFields, field },
    get jar() {
      return jar;
    },

    /** Opens the checkout with a jar in the cart, types an address and chooses cards. */
    async openCheckout({ width = 1280, kind = 'billing', colours = 'light', waits = true, prepare }: Opening = {}) {
      const { page, watch } = await wallet.open.sharedShopper();
      noteSent(page);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: colours });
      await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
      await prepare?.(page);
      await page.goto('/checkout');
      await page.getByLabel('Email').fill('ada@example.com');
      for (const [name, value] of Object.entries(typedAddress))
        await page.locator(`[name=${kind}_${name}]`).fill(value);
      await page.locator('input[name=payment_method][value=wallet-card]').check({ force: true });
      if (waits) await waitForFields(page);
      return { page, watch };
    },

    async typeCard(page: Page, number: string): Promise<void> {
      await field(page, 'name').fill('Ada Byrne');
      await field(page, 'number').fill(number);
      await field(page, 'expiry').fill('1239');
      await field(page, 'cvv').fill('123');
    },

    press: (page: Page, name = 'Place order and pay') => page.getByRole('button', { name, exact: true }).click(),
    bank: (page: Page) => page.frameLocator('iframe[title="Confirm the payment with your bank"]'),

    async readOrder(page: Page) {
      await page.waitForURL(/\/order\/[\w-]+$/);
      return getOrder(wallet.open.app.shop.db, { token: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
    },

    /** Orders of the visitor whose order the page is about. */
    async countOrders(page: Page): Promise<number> {
      const [, token = ''] = /\/order\/([\w-]+)/.exec(page.url()) ?? [];
      const { rows } = await wallet.open.app.shop.db.execute(
        sql`select from orders where visitor_id = (select visitor_id from orders where token = ${token})`,
      );
      return rows.length;
    },

    /** Searches requests, all tables and the log for what was typed. */
    async expectNoCardData(): Promise<void> {
      expect(sent.length).toBeGreaterThan(50);
      expect(sent.filter((each) => typed.test(each))).toEqual([]);
      const { db } = wallet.open.app.shop;
      const { rows: tables } = await db.execute<{ name: string }>(
        sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
          where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      expect(tables.length).toBeGreaterThan(100);
      const found: string[] = [];
      for (const { name } of tables) {
        const { rows } = await db.execute<{ text: string }>(sql.raw(`select t::text as text from ${name} t`));
        found.push(...rows.filter(({ text }) => typed.test(text)).map(({ text }) => `${name}: ${text}`));
      }
      expect(found).toEqual([]);
      expect(logged.length).toBeGreaterThan(50);
      expect(logged.filter((line) => typed.test(line))).toEqual([]);
    },
  };
}

/** An order of one jar that a card has paid. */
export const paidByCard = { status: 'processing', paymentMethod: 'wallet-card', total: 1500, capturedTotal: 1500 };
