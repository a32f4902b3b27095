import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { catalog, type VariationInput } from '#features/catalog/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const dayMs = 24 * 60 * 60 * 1000;
const start = new Date('2026-09-01T12:00:00Z');
const clock = testClock(start);
let app: App;
let id = 0;
let name = '';
let count = 0;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

/** A jug that cost 50, 40 and 45 euros before today, with its SKU as name. */
beforeEach(async () => {
  count += 1;
  name = `jug-${count}`;
  ({ id } = await saveTestProduct(app.shop, { name, status: 'published', master: { sku: name, regularPrice: 5000 } }));
  clock.forward(40 * dayMs);
  await set({ regularPrice: 4000 });
  clock.forward(10 * dayMs);
  await set({ regularPrice: 4500 });
  clock.forward(10 * dayMs);
});

const set = (master: VariationInput) => saveTestProduct(app.shop, { id, master });
const visit = async (url: string) => (await newShopper(app).visit(url)).body;
const readNote = (html: string) => /<small class="price__prior">([^<]*)</.exec(html)?.[1] ?? null;

describe('the lowest price of the 30 days before a sale', () => {
  it('is on the product page, the card, in the API and in the feed', async () => {
    await set({ salePrice: 3900 });
    const note = 'Lowest price in the 30 days before the sale: €40.00';
    expect(readNote(await visit(`/product/${name}`))).toBe(note);
    const card = (await visit('/shop?orderby=date'))
      .split('<li class="product-card"')
      .find((html) => html.includes(`product-card__link" href="/product/${name}"`));
    expect(readNote(card ?? '')).toBe(note);
    const { variations } = (await newShopper(app).visit(`/api/catalog/products/${id}`)).json();
    expect(variations[0].lowest_price_30_days).toEqual({ value: '40.00', currency: 'EUR' });
    const item = (await visit('/feeds/products.xml')).split('<item>').find((xml) => xml.includes(name));
    expect(item).toContain('<c:lowest_price_30_days>40.00 EUR</c:lowest_price_30_days>');
  });

  it('is of the days before an upcoming sale, and shown once that runs', async () => {
    await set({ salePrice: 3900, saleFrom: new Date(clock.now().getTime() + 25 * dayMs) });
    expect(readNote(await visit(`/product/${name}`))).toBeNull();
    clock.forward(25 * dayMs);
    expect(readNote(await visit(`/product/${name}`))).toBe('Lowest price in the 30 days before the sale: €45.00');
  });

  it('is missing without a sale, after it, and for a product that is new', async () => {
    expect(readNote(await visit(`/product/${name}`))).toBeNull();
    await set({ salePrice: 3900 });
    await set({ salePrice: null });
    expect(readNote(await visit(`/product/${name}`))).toBeNull();
    await saveTestProduct(app.shop, {
      name: `${name} new`,
      status: 'published',
      master: { sku: `${name}-new`, regularPrice: 5000, salePrice: 4000 },
    });
    expect(readNote(await visit(`/product/${name}-new`))).toBeNull();
  });

  it('is hidden by a setting, also on kept pages', async () => {
    await set({ salePrice: 3900 });
    expect(readNote(await visit(`/product/${name}`))).not.toBeNull();
    let version: number | null = null;
    const key = 'pricing.showPriorPrices';
    const setShown = async (value: boolean) => {
      const result = await changeSettings(app.shop, [{ key, value, version }], 'shop');
      version = (result.ok && result.changed.get(key)) || null;
    };
    await setShown(false);
    expect(readNote(await visit(`/product/${name}`))).toBeNull();
    await setShown(true);
    expect(readNote(await visit(`/product/${name}`))).not.toBeNull();
  });

  it('is right when two changes are saved at once', async () => {
    await Promise.all([set({ salePrice: 3900 }), set({ salePrice: 3800 }), set({ regularPrice: 4700 })]);
    const { rows } = await pool.query(
      `select count(*) filter (where valid_to is null)::integer as current, bool_and(valid_from < valid_to) as ordered
      from price_history h join variations v on v.id = h.variation_id where v.sku = $1`,
      [name],
    );
    expect(rows).toEqual([{ current: 1, ordered: true }]);
  });

  it('is listed with all prices by a command', async () => {
    await set({ salePrice: 3900 });
    const { code, text } = await runCommand(app.shop, catalog.commands ?? [], 'products prices', [name.toUpperCase()]);
    expect(code).toBe(0);
    expect(text).toContain('€45.00 €39.00');
    expect(text).toMatch(/€39\.00 .*€40\.00/);
    expect(await runCommand(app.shop, catalog.commands ?? [], 'products prices', ['no-such-jug'])).toMatchObject({
      code: 1,
    });
  });
});
