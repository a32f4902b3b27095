import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { search } from '#features/search/index.ts';
import { taxes } from '#features/taxes/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { collectInvalidatedTags } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, db } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-shown-prices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const irish = { baseAddress: { country: 'IE' } };
/** Prices are entered without tax and shown with it. */
let app: App;
/** Prices are entered with tax and shown without it. */
let netApp: App;
/** Prices are shown as they are entered. */
let plainApp: App;
let bowl: number;
let book: number;

const importRates = (shop: App['shop'], rows: string) => {
  const file = join(folder, 'rates.csv');
  writeFileSync(file, `Country Code,State Code,Rate %,Tax Name,Priority,Compound,Shipping,Tax Class\n${rows}`);
  return runCommand(shop, taxes.commands ?? [], 'import tax-rates', [file]);
};
const rates = 'IE,,23,VAT,1,0,1,\nIE,,13.5,VAT,1,0,1,reduced-rate\n';

const wrap = { key: 'wrap', kind: 'checkbox', label: 'Wrap', help: '', required: false, maxLength: null } as const;

beforeAll(async () => {
  app = await salesShop(database, { prices: { ...irish, pricesIncludeTax: false, taxDisplay: 'including' } });
  netApp = await salesShop(database, { prices: { ...irish, pricesIncludeTax: true, taxDisplay: 'excluding' } });
  plainApp = await salesShop(database, { prices: irish });
  const { shop } = app;
  const published = { status: 'published' } as const;
  const addons = [{ ...wrap, price: 200, options: [] }];
  const sale = { regularPrice: 2000, salePrice: 1000 };
  ({ id: bowl } = await saveTestProduct(shop, { ...published, name: 'Shown bowl', addons, master: sale }));
  const reduced = { taxClass: 'reduced-rate', master: { regularPrice: 1050 } };
  ({ id: book } = await saveTestProduct(shop, { ...published, name: 'Shown book', ...reduced }));
  const glaze = await inTransaction(db, async (tx) => {
    const [id = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
    const names = ['Ash', 'Sea'].map((name) => ({ attributeId: id, name }));
    return { id, terms: [...(await ensureTerms(tx, names)).values()] };
  });
  const toVariation = (index: number, facts: { regularPrice: number; taxClass?: string }) => ({
    ...facts,
    terms: [{ attributeId: glaze.id, termId: glaze.terms[index] ?? null }],
  });
  await saveTestProduct(shop, {
    ...published,
    ...{ name: 'Shown cup', type: 'variable', attributes: [{ attributeId: glaze.id, terms: glaze.terms }] },
    variations: [
      toVariation(0, { regularPrice: 1900 }),
      toVariation(1, { regularPrice: 2000, taxClass: 'reduced-rate' }),
    ],
  });
  await saveTestProduct(shop, {
    ...published,
    name: 'Shown untaxed',
    taxStatus: 'none',
    master: { regularPrice: 1100 },
  });
  await runCommand(shop, search.commands ?? [], 'search reindex');
  await importRates(shop, rates);
});

const get = async ({ http }: App, url: string) => (await http.inject({ url })).body;
const readText = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    // The invisible word joiner.
    .replaceAll('\u2060', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const readNames = (html: string) =>
  [...html.matchAll(/class="product-card__link" href="[^"]*">Shown ([^<]*)</g)].map(([, name]) => name);
const readPrice = async (given: App, product: number, fields = 'quantity=1') => {
  const action = `${given.shop.wire.themePrefix}_product_price`;
  return JSON.parse(await get(given, `/ajax?action=${action}&product_id=${product}&${fields}`));
};

/** What the cart shows for one item, in decimals. */
async function readCartPrice({ http }: App, product: number, fields: Record<string, string> = {}): Promise<string> {
  const visitor = newShopper({ http });
  await visitor.submit('/cart/add', { product_id: String(product), ...fields });
  const totals = /<dl class="totals">.*?<\/dl>/s.exec((await visitor.visit('/cart')).body)?.[0] ?? '';
  return /€[\d.]+/.exec(totals)?.[0] ?? '';
}

describe('prices that are shown with tax and entered without', () => {
  it('are the same on product pages, in lists, searches and quick views, and in the cart', async () => {
    const page = await get(app, '/product/shown-bowl');
    expect(readText(page)).toContain('Original price: €24.60 Current price: €12.30');
    expect(readText(page)).toContain('Wrap (+€2.46)');
    const list = readText(await get(app, '/shop'));
    expect(list).toContain('Original price: €24.60 Current price: €12.30');
    expect(list, 'variations of two tax classes').toContain('€22.70 – €23.37');
    expect(await get(app, '/product/shown-cup')).toContain('€22.70 – €23.37');
    const suggestions = JSON.parse(
      await get(app, `/ajax?action=${app.shop.wire.themePrefix}_ajax_search_products&query=shown`),
    );
    const prices = suggestions.map(({ value, price }: { value: string; price: string }) => `${value} ${price}`);
    expect(prices.sort()).toEqual([
      'Shown book €11.92',
      'Shown bowl €12.30',
      'Shown cup €22.70 – €23.37',
      'Shown untaxed €11.00',
    ]);
    const quickView = await app.http.inject({
      ...{ method: 'POST', url: '/ajax', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      payload: `action=${app.shop.wire.themePrefix}_quickview&product=${bowl}`,
    });
    expect(readText(quickView.body)).toContain('Current price: €12.30');
    expect(await readCartPrice(app, bowl)).toBe('€12.30');
    expect(await readCartPrice(app, book)).toBe('€11.92');
  });

  it('have add-ons in the live price, whose total the cart shows', async () => {
    expect(await readPrice(app, bowl, 'quantity=1&addon-wrap=1')).toEqual({
      headline: '€14.76',
      total: expect.objectContaining({ price: '€14.76' }),
      amounts: { unit: 1476, total: 1476, currency: 'EUR' },
    });
    expect(await readCartPrice(app, bowl, { 'addon-wrap': '1' })).toBe('€14.76');
    // 3 × 10.50 × 1.135 = 35.7525, while three times the shown price would be 35.76.
    expect(await readPrice(app, book, 'quantity=3')).toMatchObject({ amounts: { total: 3575 } });
    expect(await readCartPrice(app, book, { quantity: '3' })).toBe('€35.75');
  });

  it('are the same for machines', async () => {
    const page = await get(app, '/product/shown-bowl');
    const structuredData = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(structuredData).toContain('"price":"12.30"');
    expect(structuredData).toContain('"price":"24.60"');
    expect(structuredData, 'shipping').toContain('"value":"6.15"');
    const feed = await get(app, '/feeds/products.xml');
    expect(feed).toContain('<g:price>24.60 EUR</g:price>');
    expect(feed).toContain('<g:sale_price>12.30 EUR</g:sale_price>');
    const reply = JSON.parse(await get(app, `/api/catalog/products/${book}`));
    expect(reply.price).toMatchObject({ min: { value: '11.92' }, max: { value: '11.92' } });
  });

  it('are filtered and sorted as they are shown, with the tax class of each product', async () => {
    expect(readNames(await get(app, '/shop?orderby=price-asc'))).toEqual(['untaxed', 'book', 'bowl', 'cup']);
    expect(readNames(await get(app, '/shop?orderby=price-desc'))).toEqual(['cup', 'bowl', 'book', 'untaxed']);
    expect(readNames(await get(app, '/shop?min=11.92&max=12.29'))).toEqual(['book']);
    expect(readNames(await get(app, '/shop?min=11.93&max=12.30'))).toEqual(['bowl']);
    expect(await get(app, '/shop?max=11.91')).toContain('to €11.91');
    const list = async (query: string) =>
      JSON.parse(await get(app, `/api/catalog/products?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await list('min_price=11.92&max_price=12.29')).toEqual(['Shown book']);
    expect(await list('min_price=12.30&max_price=12.30')).toEqual(['Shown bowl']);
    expect(await list('max_price=11.00')).toEqual(['Shown untaxed']);
  });

  it('take one more query for each page', async () => {
    const env = { PAGE_CACHE_MB: '0' };
    const shownPrices = { ...irish, pricesIncludeTax: false, taxDisplay: 'including' } as const;
    const shownShop = await salesShop(database, { env, prices: shownPrices });
    const plainShop = await salesShop(database, { env, prices: irish });
    // Both keep the menu's categories from now on.
    for (const each of [shownShop, plainShop]) await get(each, '/shop?orderby=newest');
    for (const url of ['/', '/shop', '/product/shown-bowl', '/product/shown-cup', '/shop?orderby=price-asc']) {
      const shown = await countQueries(() => get(shownShop, url));
      const plain = await countQueries(() => get(plainShop, url));
      expect(shown.queries - plain.queries, url).toBe(1);
    }
  });
});

describe('prices that are shown without tax and entered with it', () => {
  it('are the same on product pages and in the cart', async () => {
    expect(readText(await get(netApp, '/product/shown-bowl'))).toContain('Original price: €16.26 Current price: €8.13');
    expect(await readPrice(netApp, bowl, 'quantity=1&addon-wrap=1')).toMatchObject({ amounts: { unit: 976 } });
    expect(await readCartPrice(netApp, bowl)).toBe('€8.13');
    expect(await readCartPrice(netApp, book)).toBe('€9.25');
  });
});

describe('prices that are shown as they are entered', () => {
  it('stay the same whatever the rates', async () => {
    const pages = () => Promise.all(['/shop', '/product/shown-bowl'].map((url) => get(plainApp, url)));
    const before = await pages();
    await db.execute(sql`update tax_rates set percent = percent + 10`);
    expect(await pages()).toEqual(before);
    await db.execute(sql`update tax_rates set percent = percent - 10`);
  });
});

describe('an import of tax rates', () => {
  it('is seen on kept pages', async () => {
    const kept = await salesShop(database, {
      prices: { ...irish, pricesIncludeTax: false, taxDisplay: 'including' },
    });
    const urls = ['/', '/shop', '/product/shown-bowl', '/api/catalog/products', `/api/catalog/products/${bowl}`];
    for (const url of urls) await get(kept, url);
    const countKept = () => kept.shop.pages.size.entries;
    expect(countKept()).toBe(urls.length);
    await importRates(kept.shop, rates.replace('23', '25'));
    await expect.poll(countKept).toBe(0);
    await importRates(app.shop, rates);
  });

  it('drops the pages with prices that depend on it when it is removed', async () => {
    const listed = (await runCommand(app.shop, taxes.commands ?? [], 'taxes list')).data as { id: number }[];
    const remove = () => runCommand(app.shop, taxes.commands ?? [], 'taxes remove', [String(listed[0]?.id)]);
    expect(await collectInvalidatedTags(app.shop, remove)).toEqual(['shown-prices']);
    expect(await collectInvalidatedTags(app.shop, remove), 'no rate').toEqual([]);
    await importRates(app.shop, rates);
  });

  it('drops the pages with prices that depend on it', async () => {
    const changed = rates.replace('23', '24');
    expect(await collectInvalidatedTags(app.shop, () => importRates(app.shop, changed))).toEqual(['shown-prices']);
    expect(readText(await get(app, '/product/shown-bowl'))).toContain('Current price: €12.40');
    expect(await collectInvalidatedTags(app.shop, () => importRates(app.shop, changed)), 'no change').toEqual([]);
    expect(await collectInvalidatedTags(plainApp.shop, () => importRates(plainApp.shop, rates))).toEqual([]);
    // The shop that shows these rates shares the database with the one that does not.
    dropKeptPages();
  });
});

describe('the text after prices', () => {
  it('is on pages and cards, and changes with its setting', async () => {
    const path = '/product/shown-bowl';
    const readNotes = async (url: string) =>
      [...(await newShopper(plainApp).visit(url)).body.matchAll(/class="price__note"> <!-- -->([^<]*)</g)].map(
        ([, note]) => note,
      );
    const key = 'pricing.priceSuffix';
    expect(await readNotes(path)).toEqual([]);
    const set = await changeSettings(plainApp.shop, [{ key, value: 'incl. VAT & <more>', version: null }], 'shop');
    expect(await readNotes(path)).toEqual(['incl. VAT &amp; &lt;more&gt;']);
    expect((await readNotes('/shop')).length).toBeGreaterThan(1);
    const version = (set.ok && set.changed.get(key)) || null;
    await changeSettings(plainApp.shop, [{ key, value: 'zzgl. Versand', version }], 'shop');
    expect(await readNotes(path)).toEqual(['zzgl. Versand']);
  });
});
