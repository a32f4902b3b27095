import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { applyScheduledPrices } from '#features/catalog/products/apply-scheduled-prices.ts';
import { publishStockChanges, writeStockLevels } from '#features/inventory/index.ts';
import { search } from '#features/search/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';

const { database } = useDatabase();
const hour = 3_600_000;
const clock = testClock();
let app: App;
let cheapest = 0;
let setId = 0;

const stock = (isIn: boolean) => ({ isOwn: true, managed: true, onHand: isIn ? 5 : 0 });

/** A set of a mug from 9.00 to 13.00, two spoons for 8.00, of which a sale ends, and a lamp that needs initials. */
beforeAll(async () => {
  app = await salesShop(database, { clock });
  const { shop } = app;
  const [glaze = 0, terms] = await inTransaction(shop.db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
    const named = ['Ash', 'Sea', 'Ink'].map((name) => ({ attributeId, name }));
    return [attributeId, [...(await ensureTerms(tx, named)).values()]] as const;
  });
  const variations = [900, 1100, 1300].map((regularPrice, index) => ({
    ...{ regularPrice, stock: stock(true) },
    terms: [{ attributeId: glaze, termId: terms[index] ?? null }],
  }));
  const published = { status: 'published' } as const;
  const mug = await saveTestProduct(shop, {
    ...{ ...published, name: 'Named mug', type: 'variable', attributes: [{ attributeId: glaze, terms }], variations },
  });
  [cheapest = 0] = mug.variationIds;
  const saleTo = new Date(clock.now().getTime() + hour);
  const spoon = await saveTestProduct(shop, {
    ...{ ...published, name: 'Named spoon', minQuantity: 2 },
    master: { regularPrice: 500, salePrice: 400, saleTo },
  });
  const initials = { key: 'initials', kind: 'text', label: 'Initials', help: '', price: 0, maxLength: null } as const;
  const lamp = await saveTestProduct(shop, {
    ...{ ...published, name: 'Named lamp', master: { regularPrice: 100 } },
    addons: [{ ...initials, required: true, options: [] }],
  });
  ({ id: setId } = await saveTestProduct(shop, {
    ...{ ...published, name: 'Named set', type: 'grouped', grouped: [mug.id, spoon.id, lamp.id] },
  }));
  await saveTestProduct(shop, { ...published, name: 'Named jug', master: { regularPrice: 1600 } });
  await saveTestProduct(shop, { ...published, name: 'Named pot', master: { regularPrice: 1800 } });
  await saveTestProduct(shop, { ...published, name: 'Named vat', master: { regularPrice: 2200 } });
  await runCommand(shop, search.commands ?? [], 'search reindex');
});

const get = async (url: string) => (await app.http.inject({ url })).body;
const getJson = async (url: string) => JSON.parse(await get(url));
const readText = (html = '') =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const readNames = (html: string) =>
  [...html.matchAll(/class="product-card__link" href="[^"]*">Named ([^<]*)</g)].map(([, name]) => name);
const storeApi = '/api/st/store/v1/products';

/** Where a shopper or a program reads the price of the set. */
async function readPrices() {
  const page = await get('/product/named-set');
  const list = await get('/shop');
  const card = /class="product-card__link" href="[^"]*">Named set<.*?<\/article>|>Named set<.*?<\/li>/s;
  const suggestions: { value: string; price: string }[] = await getJson(
    `/ajax?action=${app.shop.wire.themePrefix}_ajax_search_products&query=named set`,
  );
  const structured = /"lowPrice":"(?<low>[\d.]+)","highPrice":"(?<high>[\d.]+)"/.exec(page)?.groups;
  const { price } = await getJson(`/api/catalog/products/${setId}`);
  return {
    page: readText(/<p class="buy__price">(.*?)<\/p>/s.exec(page)?.[1]),
    card: /(?:From )?€[\d.]+(?: – €[\d.]+)?/.exec(readText(card.exec(list)?.[0]))?.[0],
    suggestion: suggestions.find(({ value }) => value === 'Named set')?.price,
    structured: [structured?.low, structured?.high],
    api: [price.min.value, price.max.value],
  };
}

const allSay = (low: string, high: string) => ({
  ...{ page: `From €${low}`, card: `From €${low}`, suggestion: `From €${low}` },
  ...{ structured: [low, high], api: [low, high] },
});

/** Where lists put the set. */
const readPlaces = async () => ({
  ascending: readNames(await get('/shop?orderby=price-asc')),
  descending: readNames(await get('/shop?orderby=price-desc')),
});

const findBetween = async (min: number, max: number) => {
  const listed = readNames(await get(`/shop?min=${min}&max=${max}`));
  const found: { data: { name: string }[] } = await getJson(`/api/catalog/products?min_price=${min}&max_price=${max}`);
  return [listed.includes('set'), found.data.some(({ name }) => name === 'Named set')];
};

const sellOut = (isIn: boolean) =>
  inTransaction(app.shop.db, async (tx) => {
    const level = { managed: true, backorders: 'no', lowStockThreshold: null, status: 'in' } as const;
    const levels = [{ stockId: cheapest, ...level, onHand: isIn ? 5 : 0 }];
    await publishStockChanges(app.shop, tx, await writeStockLevels(tx, levels, 'count'));
  });

describe('the price of a set', () => {
  it('is that of one of each member wherever it is read', async () => {
    expect(await readPrices()).toEqual(allSay('17.00', '21.00'));
  });

  it('decides its place in lists that are sorted by price', async () => {
    const { ascending, descending } = await readPlaces();
    expect(ascending).toEqual(['lamp', 'spoon', 'mug', 'jug', 'set', 'pot', 'vat']);
    expect(descending.slice(0, 4)).toEqual(['vat', 'pot', 'set', 'jug']);
  });

  it('decides whether filters by price find it', async () => {
    expect(await findBetween(17, 17.5)).toEqual([true, true]);
    expect(await findBetween(16.5, 17)).toEqual([true, true]);
    expect(await findBetween(17.01, 30)).toEqual([false, false]);
    expect(await findBetween(1, 16.99)).toEqual([false, false]);
  });

  it('[G7] is the range of its members for clients of the Store API, in replies, filters and order', async () => {
    const listNames = async (query: string) =>
      (await getJson(`${storeApi}?type=grouped&${query}`)).map(({ name }: { name: string }) => name);
    const sort = async (order: string) =>
      (await getJson(`${storeApi}?orderby=price&order=${order}`)).map(({ name }: { name: string }) =>
        name.replace('Named ', ''),
      );
    expect(await getJson(`${storeApi}/${setId}`)).toMatchObject({
      ...{ on_sale: true, price_html: '€1.00 – €13.00' },
      prices: { price: '100', regular_price: '100', price_range: { min_amount: '100', max_amount: '1300' } },
    });
    for (const range of ['max_price=100', 'min_price=1300', 'min_price=200&max_price=300'])
      expect([range, await listNames(range)]).toEqual([range, ['Named set']]);
    for (const range of ['max_price=99', 'min_price=1301']) expect(await listNames(range)).toEqual([]);
    expect((await sort('asc')).slice(0, 3)).toEqual(['lamp', 'set', 'spoon']);
    expect((await sort('desc')).slice(0, 5)).toEqual(['vat', 'pot', 'jug', 'set', 'mug']);
    const { price_range: range } = await getJson(`${storeApi}/collection-data?calculate_price_range=true&type=grouped`);
    expect(range).toMatchObject({ min_price: '100', max_price: '1300' });
  });

  it('follows the stock of its members', async () => {
    await sellOut(false);
    expect(await readPrices()).toEqual(allSay('19.00', '21.00'));
    expect((await readPlaces()).ascending).toEqual(['lamp', 'spoon', 'mug', 'jug', 'pot', 'set', 'vat']);
    expect(await findBetween(17, 17.5)).toEqual([false, false]);
    await sellOut(true);
    expect(await readPrices()).toEqual(allSay('17.00', '21.00'));
    expect((await readPlaces()).ascending).toEqual(['lamp', 'spoon', 'mug', 'jug', 'set', 'pot', 'vat']);
  });

  it('follows the sales of its members', async () => {
    clock.forward(2 * hour);
    await database.pool.query(`select graphile_worker.add_job('catalog:apply-scheduled-prices', '{}'::json)`);
    await runJobsNow(app.shop, [applyScheduledPrices]);
    expect(await readPrices()).toEqual(allSay('19.00', '23.00'));
    expect((await readPlaces()).ascending).toEqual(['lamp', 'spoon', 'mug', 'jug', 'pot', 'set', 'vat']);
    expect(await findBetween(19, 19.5)).toEqual([true, true]);
  });
});
