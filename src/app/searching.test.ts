import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#demo/catalogue.ts';
import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { findPages, searchProducts } from '#features/search/index.ts';
import { indexChanges } from '#features/search/indexing.ts';
import { findSearchOverview } from '#features/search/overview.ts';
import { suggestProducts } from '#features/search/search.ts';
import { countQueries } from '#platform/database/database.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { addTextPage, setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

const database = useDatabase();
let app: App;

/** The demo shop, whose glazes have names of their own. */
beforeAll(async () => {
  app = await testShop(database);
  const withoutImages = {
    ...catalogue,
    categories: catalogue.categories.map((category) => ({ ...category, image: null })),
    products: catalogue.products.map((product) => ({
      ...product,
      images: [],
      variations: product.variations.map(({ image: _, ...variation }) => variation),
    })),
  };
  // These tests are about information pages: posts are found by their texts, too.
  const { journal: _, ...withoutPosts } = withoutImages;
  await loadDemoCatalogue(app.shop, withoutPosts, { mediaFolder: '' });
  await indexChanges(app.shop);
});

const suggest = async (text: string) => (await suggestProducts(app.shop, { text })).map(({ name }) => name);
const find = (text: string) => searchProducts(app.shop, { text });
const findTitles = async (text: string) => (await findPages(app.shop, text)).map(({ title }) => title);

describe('colours and materials by everyday words', () => {
  it.each([
    ['blue mug', 'Tideline mug'],
    ['navy mugs', 'Tideline mug'],
    ['MUG BLÜE', 'Tideline mug'],
    ['grey bowl', 'Eddy bowl'],
    ['gray bowls', 'Eddy bowl'],
    ['red vase', 'Buoy vase'],
    ['brick red vases', 'Buoy vase'],
    ['black vase', 'Headland vase'],
    ['off white bowl', 'Gale bowl'],
    ['off-white bowl', 'Gale bowl'],
    ['bowl off whi', 'Gale bowl'],
    ['olive green bowl', 'Ebb bowl'],
    ['yellow mug', 'Harbour mug'],
    ['plant pot', 'Sluice planter'],
    ['candleholder', 'Spar candlestick'],
    ['timber', 'Tea caddy'],
    ['china', 'Marker lamp'],
    ['carafe', 'Spring pitcher'],
    ['nvy mug', 'Tideline mug'],
  ])('%s finds %s among the first three (D5)', async (text, name) => {
    expect((await suggest(text)).slice(0, 3)).toContain(name);
    expect((await find(text)).productIds.length).toBeGreaterThan(0);
  });

  it('come after names and labels with the typed words, and hide none of what they find (D5)', async () => {
    expect((await suggest('mug')).slice(0, 3)).toEqual(['Tideline mug', 'Harbour mug', 'Lookout mug']);
    expect((await suggest('cup')).slice(0, 2)).toEqual(['Low tide cup', 'Pilot cup and saucer']);
    const withSynonyms = (await find('cup')).productIds;
    const { settings } = app.shop.choices;
    const plain = await testShop(database, { choices: { settings: { ...settings, search: {} } } });
    for (const text of ['cup', 'blue', 'blue mug', 'bowl', 'wood']) {
      const exact = (await searchProducts(plain.shop, { text })).productIds;
      const found = (await find(text)).productIds;
      expect(found.length, text).toBeGreaterThanOrEqual(exact.length);
      if ((await searchProducts(plain.shop, { text })).corrected === null)
        expect(found, text).toEqual(expect.arrayContaining([...exact]));
    }
    expect(withSynonyms.length).toBeGreaterThan((await searchProducts(plain.shop, { text: 'cup' })).productIds.length);
  });

  it('leave the filters of lists alone (D5)', async () => {
    const listed = (await app.http.inject('/category/mugs')).body;
    const values = ['Tide', 'Ink', 'Rust', 'Blue', 'Navy', 'Red'].filter((name) => listed.includes(`>${name}<`));
    expect(values).toEqual(['Tide', 'Ink', 'Rust']);
  });

  it('name categories as well (D5)', async () => {
    const { links } = await findSearchOverview(app.shop, { text: 'cup' });
    expect(links.map(({ name }) => name)).toEqual(['Mugs']);
    expect((await findSearchOverview(app.shop, { text: 'creamers' })).links.map(({ name }) => name)).toEqual(['Jugs']);
  });

  it('need one query more, however many synonyms there are (D5)', async () => {
    await suggest('navy mug');
    const { queries } = await countQueries(() => suggest('navy mug'));
    expect(queries).toBeLessThanOrEqual(2);
  });
});

describe('plurals and singulars', () => {
  it.each([
    ['mug', 'mugs'],
    ['vase', 'vases'],
    ['bowl', 'bowls'],
    ['plate', 'plates'],
    ['lamp', 'lamps'],
    ['jar', 'jars'],
  ])('%s and %s find the same products (D5)', async (one, many) => {
    const sort = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
    expect(sort((await find(many)).productIds)).toEqual(sort((await find(one)).productIds));
  });
});

describe('"Did you mean"', () => {
  it.each([
    ['a known word with few hits', 'teapot', null],
    ['a known word in the plural with few hits', 'teapots', null],
    ['a known word beside one that nothing has', 'tray bicycle', null],
    ['a plural of a known word beside one that nothing has', 'trays bicycle', null],
    ['two known words that no product has together', 'teapot candlestick', null],
    ['an unknown word with many hits, as it begins a known one', 'sto', null],
    ['a synonym', 'navy', null],
    ['a synonym of several words', 'off white', null],
    ['the beginning of a synonym', 'burgun', null],
    ['a word of an information page', 'privacy', null],
    ['a word in the text of an information page', 'sandpapered postage', null],
    ['a page title near a word of products', 'imprint', null],
    ['a page title in the plural', 'cookies', null],
    ['a word in the text of a page, which is also a synonym', 'refund', null],
    ['a word of a page near one of products', 'phone', null],
    ['a synonym near a word of products', 'sage', null],
    ['a short synonym', 'tan', null],
    ['a synonym for a piece', 'carafe', null],
    ['a misspelt word of a page title', 'privcy', null],
    ['a SKU', 'SM-TRY', null],
    ['a part of a SKU beside another word', 'try bicycle', null],
    ['a SKU that no product has', 'SM-99999', null],
    ['a SKU in letters and digits that no product has', 'WAT-01970', null],
    ['a model near another', 'lid9', null],
    ['a number', '12345', null],
    ['a misspelt word beside a number', 'e27 lmap', 'e27 lamp'],
    ['a misspelt word', 'celadn', 'celadon'],
    ['a misspelt word beside a known one', 'tideline mgu', 'tideline mug'],
    ['a misspelt synonym', 'terracota', 'terracotta'],
  ])('for %s (D5)', async (_what, text, corrected) => {
    expect((await find(text)).corrected).toBe(corrected);
  });
});

describe('information pages in searches', () => {
  it.each([
    ['returns', 'Returns'],
    ['return', 'Returns'],
    ['return policy', 'Returns'],
    ['refund', 'Returns'],
    ['RETÜRNS', 'Returns'],
    ['retuns', 'Returns'],
    ['postage', 'Delivery'],
    ['delivery', 'Delivery'],
    ['shipping costs', 'Delivery'],
    ['shiping', 'Delivery'],
    ['privacy', 'Privacy'],
    ['privcy', 'Privacy'],
    ['terms', 'Terms and conditions'],
    ['conditions', 'Terms and conditions'],
    ['data protection', 'Privacy'],
    ['contact', 'Contact'],
    ['phone', 'Imprint'],
    ['commission', 'Commissions'],
    ['withdraw', 'Withdraw from a contract'],
    ['cookies', 'Cookie settings'],
  ])('%s finds %s (D5)', async (text, title) => {
    expect((await findTitles(text)).slice(0, 2)).toContain(title);
  });

  it.each(['mug', 'bicycle', '12345', 'SM-TRY', 'every field', '😀'])('%s finds none (D5)', async (text) => {
    expect(await findTitles(text)).toEqual([]);
  });

  it('are shown with the text around the hit (D5)', async () => {
    const [page] = (await findPages(app.shop, 'cost of shipping')).filter(({ path }) => path === '/pages/delivery');
    const text = page?.snippet.map((part) => (part.isHit ? `[${part.text}]` : part.text)).join('');
    expect(text).toMatch(/^… .*What it \[costs\]: €6\.90 .* …$/);
  });

  it.each(['faq', 'questions', 'can I cancel an order', 'dishwasher'])(
    '[D16] %s finds the questions and answers, which lead to the look-up of orders',
    async (text) => {
      const found = (await findPages(app.shop, text)).map(({ path }) => path);
      expect(found).toContain('/pages/faq');
      const { body } = await app.http.inject('/pages/faq');
      expect(body).toContain('<a href="/find-order">');
      expect(/<footer class="site-footer">.*<\/footer>/s.exec(body)?.[0]).toContain('href="/pages/faq"');
    },
  );

  it.each(['find my order', 'where is my order'])('[D16] %s finds the look-up of orders', async (text) => {
    expect((await findPages(app.shop, text)).map(({ path }) => path)).toContain('/find-order');
  });

  it('are results after products, before them when the query names the page, and the only ones when nothing else is found (D5)', async () => {
    const read = async (text: string) => {
      const { body } = await app.http.inject({ url: '/search', query: { q: text } });
      return /<main.*<\/main>/s.exec(body)?.[0] ?? '';
    };
    const only = await read('privacy');
    expect(only).toContain('Results for “privacy”');
    expect(only).toMatch(/<h2[^>]*>Pages<\/h2>.*<a href="\/pages\/privacy">Privacy<\/a>/s);
    expect(only).not.toMatch(/No results|data-zero-result|Did you mean/);
    const both = await read('vase');
    expect(both.indexOf('Buoy vase')).toBeGreaterThan(0);
    expect(both.indexOf('href="/contact/commissions"')).toBeGreaterThan(both.lastIndexOf('Buoy vase'));
    const named = await read('returns');
    expect(named).toContain('Sill trough');
    expect(named.indexOf('href="/pages/returns"')).toBeLessThan(named.indexOf('Sill trough'));
    expect(await read('qxwerty')).toMatch(/No results for.*data-zero-result/s);
  });

  it('are in the reply with the overview, at most three, and not among the suggestions (D5)', async () => {
    const call = async (action: string, query: string) =>
      (await app.http.inject({ url: '/ajax', query: { action, query } })).json();
    expect(await call('theme_ajax_search_products', 'privacy')).toEqual([]);
    expect(await call('theme_search_overview', 'privacy')).toMatchObject({
      ...{ total: 0, links: [], count: 'No products, 1 page' },
      pages: [{ name: 'Privacy', url: '/pages/privacy', text: expect.stringContaining('We collect') }],
    });
    expect((await call('theme_search_overview', 'delivery')).pages).toHaveLength(3);
    // Beside many products, a word somewhere in a text says little.
    expect(await call('theme_search_overview', 'pot')).toMatchObject({ pages: [], count: '' });
  });

  it('and synonyms follow a change of the settings at once (D5)', async () => {
    const change = async (key: string, value: unknown) =>
      expect(await changeSettings(app.shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: true });
    const page = { slug: 'gift-cards', title: 'Gift cards', html: '<p>Printed on <em>Quorlpaper</em>.</p>' };
    await addTextPage(app.shop, page);
    await setPublished(app.shop, ['privacy'], false);
    expect(await findTitles('quorlpaper')).toEqual(['Gift cards']);
    expect(await findTitles('privacy')).toEqual([]);
    await change('search.synonyms', [{ words: ['voucher', 'gift card'] }]);
    expect(await findTitles('vouchers')).toEqual(['Gift cards']);
    expect((await find('navy mug')).isPartial).toBe(true);
    await setPublished(app.shop, ['gift-cards'], false);
    await setPublished(app.shop, ['privacy'], true);
    expect(await findTitles('quorlpaper')).toEqual([]);
    await change('search.synonyms', undefined);
    expect(await findTitles('privacy')).toEqual(['Privacy']);
    expect((await find('navy mug')).isPartial).toBe(false);
  });
});
