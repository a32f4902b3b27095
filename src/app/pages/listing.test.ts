import { beforeAll, describe, expect, it } from 'vitest';
import { generateCatalogue } from '#demo/generated/catalogue.ts';
import { createDemoCommand } from '#demo/loaders/demo-command.ts';
import { showStoredImage } from '#features/catalog/images/show-remote-image.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { publishStockChanges } from '#features/inventory/index.ts';
import { updateStockLevel } from '#features/inventory/write-stock-levels.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from '../app.ts';
import { listingPages } from './listing.tsx';

const database = useDatabase();
let app: App;

const request = (url: string) => app.http.inject({ url });
const loadPage = async (url: string) => {
  const { statusCode, body } = await request(url);
  const findGroup = (pattern: RegExp) => pattern.exec(body)?.[1];
  return {
    ...{ status: statusCode, body },
    total: Number(findGroup(/listing-bar__count">(\d[\d,]*) product/)?.replace(',', '')),
    names: [...body.matchAll(/class="product-card__link" href="[^"]*">([^<]*)</g)].map((match) => match[1]),
    activeFilters: [...body.matchAll(/<span aria-hidden="true">([^<]*)<\/span><svg/g)].map((match) => match[1]),
    canonical: findGroup(/<link rel="canonical" href="http:\/\/[^/]*([^"]*)"/),
    isIndexed: !/<meta name="robots" content="noindex/.test(body),
  };
};

/** A term of some products, and its count in the filters. */
async function findCountedTerm(url: string): Promise<{ value: string; count: number }> {
  const { body } = await loadPage(url);
  const match = /name="is" value="(glaze\.[^"]*)".*?<small>(\d+)</.exec(body);
  return { value: match?.[1] ?? '', count: Number(match?.[2]) };
}

describe('listing pages', () => {
  beforeAll(async () => {
    app = await testShop(database);
    const emptyCatalogue = { currency: 'EUR', categories: [], attributes: [], products: [] };
    const demoCommand = createDemoCommand({
      readDemoCatalogue: async () => ({ catalogue: emptyCatalogue, mediaFolder: '' }),
      readGeneratedCatalogue: async (products) => generateCatalogue({ products }),
    });
    const output = {
      json: true,
      line() {},
      warn() {},
      table() {},
      result() {},
      progress: () => ({ advance() {}, end() {} }),
    };
    const run = (products: string) =>
      demoCommand.run(
        app.shop,
        {
          arguments: [],
          options: { generated: true, products },
          actor: createSystemActor('shop'),
          readSecret: async () => '',
        },
        output,
      );
    expect([await run('0'), await run('1e9'), await run('many')]).toEqual([2, 2, 2]);
    expect(await run('200')).toBe(0);
  });

  it('show as many products as the count of the chosen filter', async () => {
    const { value, count } = await findCountedTerm('/shop');
    expect(count).toBeGreaterThan(1);
    const filtered = await loadPage(`/shop?is=${value}`);
    expect(filtered).toMatchObject({ status: 200, total: count, isIndexed: false, canonical: undefined });
    expect(filtered.activeFilters).toHaveLength(1);
    const inStock = await loadPage(`/shop?is=${value}&stock=in`);
    expect(inStock.total).toBeLessThanOrEqual(count);
    expect(inStock.activeFilters).toHaveLength(2);
  });

  it('accept the query of the filter form as well as the short form of links', async () => {
    const values = [...(await loadPage('/shop')).body.matchAll(/name="is" value="(glaze\.[^"]*)"/g)].map(
      ([, value]) => value,
    );
    const [first, second] = values;
    const boxes = await loadPage(`/shop?is=${first}&is=${second}&min=&max=&rating=&orderby=default`);
    const short = await loadPage(`/shop?is=${first},${second}`);
    expect(boxes.names).toEqual(short.names);
    expect(boxes.total).toBe(short.total);
    expect(short.body).toContain(`/shop?is=${second}"`);
    expect(short.body, 'each term is a filter').toContain('Filter (2)');
  });

  it('say which products they show, also on the last page', async () => {
    const { total } = await loadPage('/shop');
    const readShown = async (url: string) =>
      /listing-pages__shown"[^>]*>([^<]*)</.exec((await loadPage(url)).body)?.[1];
    expect(await readShown('/shop')).toBe(`24 of ${total} products`);
    expect(await readShown('/shop?page=2')).toBe(`25–48 of ${total} products`);
    expect(await readShown('/shop?page=4')).toBe(`73–96 of ${total} products`);
    const last = Math.ceil(total / 24);
    const from = (last - 1) * 24 + 1;
    expect(await readShown(`/shop?page=${last}`)).toBe(`${from}–${total} of ${total} products`);
    expect((await loadPage(`/shop?page=${last}`)).body).not.toContain('data-load-more');
    expect(await readShown('/shop?max=0&stock=in'), 'the count says it where there is one page').toBeUndefined();
  });

  it('of a tag, a brand and a category show their own products, and filter them', async () => {
    const { rows } = await database.pool.query<{ tag: string; brand: string; category: string }>(
      `select (select slug from tags t join product_tags on tag_id = t.id group by slug order by count(*) desc, slug limit 1) as tag,
        (select slug from brands b join product_brands on brand_id = b.id group by slug order by count(*) desc, slug limit 1) as brand,
        'tableware' as category`,
    );
    for (const [kind, slug] of Object.entries(rows[0] ?? {})) {
      const all = await loadPage(`/${kind}/${slug}`);
      expect(all).toMatchObject({ status: 200, isIndexed: true, canonical: `/${kind}/${slug}` });
      const inStock = await loadPage(`/${kind}/${slug}?stock=in`);
      expect(inStock.total).toBeLessThanOrEqual(all.total);
      expect((await request(`/${kind}/no-such-thing`)).statusCode).toBe(404);
    }
  });

  it('keep filters and sort on each page, and end after the last page', async () => {
    const first = await loadPage('/shop?stock=in&orderby=name');
    expect(first.body).toContain('href="/shop?stock=in&amp;orderby=name&amp;page=2"');
    const last = Math.ceil(first.total / 24);
    const names: unknown[] = [];
    for (let number = 1; number <= last; number += 1) {
      names.push(...(await loadPage(`/shop?stock=in&orderby=name&page=${number}`)).names);
    }
    expect(names).toHaveLength(first.total);
    expect(new Set(names).size).toBe(first.total);
    expect((await request(`/shop?stock=in&orderby=name&page=${last + 1}`)).statusCode).toBe(404);
    expect((await loadPage('/shop?page=2')).canonical).toBe('/shop?page=2');
  });

  it.each(['0', '-1', '1.5', 'x', '99999', '100000', '1e3'])('are missing for page %s', async (number) => {
    expect((await request(`/shop?page=${number}`)).statusCode).toBe(404);
  });

  it.each([
    'is=glaze.nothing',
    'is=.,..,glaze,%F0%9F%8F%BA.x',
    'in=nothing&brand=%27%3B--',
    'min=cheap&max=%00',
    'rating=7&stock=out&sale=2',
    `is=${'x'.repeat(3000)}`,
    'utm_source=mail&colour=red',
  ])('ignore invalid filters: %s', async (query) => {
    const [all, invalid] = [await loadPage('/shop'), await loadPage(`/shop?${query}`)];
    expect(invalid).toMatchObject({ status: 200, total: all.total, names: all.names, activeFilters: [] });
  });

  it('keep every chosen filter checked in the form, even one that matches nothing', async () => {
    const { value } = await findCountedTerm('/shop');
    const { rows } = await database.pool.query<{ brand: string }>(
      'select slug as brand from brands order by id limit 1',
    );
    const query = `in=textiles&brand=${rows[0]?.brand}&is=${value},scent.cedar&min=1&max=2&stock=in&sale=1&rating=4`;
    for (const path of ['/shop', '/category/tableware', '/tag/gift', `/brand/${rows[0]?.brand}`]) {
      const { body, status } = await loadPage(`${path}?${query}`);
      expect(status).toBe(200);
      const boxes = [
        ...body.matchAll(
          /<input type="(?:checkbox|radio)" (?=[^>]*checked)name="(\w+)" (?:checked="" )?value="([^"]*)"/g,
        ),
      ];
      expect(boxes.map(([, name, chosen]) => `${name}=${chosen}`).toSorted(), path).toEqual(
        [
          `brand=${rows[0]?.brand}`,
          'in=textiles',
          `is=${value}`,
          'is=scent.cedar',
          'rating=4',
          'sale=1',
          'stock=in',
        ].toSorted(),
      );
    }
  });

  it('lead by a chosen colour to a variation that has the price and the stock of the filters', async () => {
    const { shop } = app;
    const { glaze, terms } = await inTransaction(shop.db, async (tx) => {
      const [glaze = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
      const names = ['Thistle', 'Gorse'].map((name) => ({ attributeId: glaze, name }));
      return { glaze, terms: [...(await ensureTerms(tx, names)).values()] };
    });
    await database.pool.query(`update attribute_terms set swatch = '#a3b39c' where id = any($1)`, [terms]);
    dropKeptPages();
    const [thistle = 0, gorse = 0] = terms;
    const toVariation = (termId: number, regularPrice: number, status: 'in' | 'out') => ({
      ...{ regularPrice, stock: { isOwn: true, managed: false, status } },
      terms: [{ attributeId: glaze, termId }],
    });
    const { variationIds } = await saveTestProduct(shop, {
      ...{ name: 'Moor bowl', type: 'variable', status: 'published' },
      attributes: [{ attributeId: glaze, terms, forVariations: true }],
      variations: [
        toVariation(thistle, 6000, 'out'),
        toVariation(thistle, 5000, 'in'),
        toVariation(gorse, 2000, 'out'),
      ],
    });
    const findVariation = async (query: string) => {
      const { body } = await loadPage(`/shop?${query}`);
      const id = /product-card__link" href="\/product\/moor-bowl(?:\?variation=(\d+))?"/.exec(body);
      return id ? variationIds.indexOf(Number(id[1])) : 'no card';
    };
    expect(await findVariation('is=glaze.thistle')).toBe(1);
    expect(await findVariation('is=glaze.thistle&min=55')).toBe(0);
    expect(await findVariation('is=glaze.thistle,glaze.gorse&max=30')).toBe(2);
    expect(await findVariation('is=glaze.thistle,glaze.gorse&stock=in')).toBe(1);
    expect(await findVariation('is=glaze.gorse&stock=in'), 'none is chosen').toBe(-1);
    expect(await findVariation('stock=in&min=50'), 'no colour is chosen').toBe(-1);
  });

  it('say what to do when nothing matches', async () => {
    const empty = await loadPage('/shop?max=0&stock=in');
    expect(empty.status).toBe(200);
    expect(empty.names).toEqual([]);
    expect(empty.body).toContain('No products match');
    expect(empty.body).toContain('href="/shop?max=0"');
    expect(empty.body).toContain('href="/shop"');
  });

  it('are cached, except with free filters', async () => {
    const before = app.shop.pages.size.entries;
    await loadPage('/shop?orderby=newest&page=3');
    expect(app.shop.pages.size.entries).toBe(before + 1);
    await loadPage('/shop?orderby=newest&rating=3');
    expect(app.shop.pages.size.entries).toBe(before + 1);
  });

  it('are rendered again when a product sells out that they count, or show in a group', async () => {
    const { shop } = app;
    const { rows } = await database.pool.query<{ id: number }>(
      `select l.product_id as id from product_listing l join products p on p.id = l.product_id where l.in_lists and l.in_stock and p.type = 'simple'
      order by l.position desc, l.name desc limit 1`,
    );
    const id = rows[0]?.id ?? 0;
    await saveTestProduct(shop, { name: 'All of one', type: 'grouped', status: 'published', grouped: [id] });
    const url = '/shop?orderby=newest';
    const readFirstCard = async () => {
      const { body } = await loadPage(url);
      const card = body.slice(
        body.indexOf('product-card__link'),
        body.indexOf('product-card__link', body.indexOf('product-card__link') + 1),
      );
      return [
        /name="stock" value="in".*?<small>(\d+)</.exec(body)?.[1],
        card.includes('All of one'),
        card.includes('flag--out'),
      ];
    };
    await expect.poll(async () => (await readFirstCard())[1]).toBe(true);
    const [count] = await readFirstCard();
    const cachedPages = shop.pages.size.entries;
    await readFirstCard();
    expect(shop.pages.size.entries).toBe(cachedPages);
    await inTransaction(shop.db, async (tx) => {
      const set = await updateStockLevel(tx, id, { managed: false, status: 'out' }, 'counted');
      await publishStockChanges(shop, tx, set.ok ? set.changes : []);
    });
    await expect.poll(readFirstCard).toEqual([String(Number(count) - 2), true, true]);
  });

  it('have a photograph in their category tile as soon as it is stored', async () => {
    const { shop } = app;
    const { rows } = await database.pool.query<{ category: number; picture: number }>(
      `with made as (insert into categories (locale, name, slug) values ('en-GB', 'Tin', 'tin') returning id),
        asked as (insert into remote_images (url) values ('https://pictures.example/tin.jpg') returning id)
      select made.id as category, asked.id as picture from made, asked`,
    );
    dropKeptPages();
    const { category = 0, picture = 0 } = rows[0] ?? {};
    const published = { status: 'published', publishedAt: new Date('2020-01-01') } as const;
    const images = [{ mediaId: null, remoteId: picture }];
    await saveTestProduct(shop, { name: 'Tin', ...published, categories: [category], images });
    const readTilePhoto = async () =>
      /category-tile__photo">(?<photo>(?:(?!<h3).)*)<h3[^>]*><a href="[^"]*tin"/s.exec((await loadPage('/')).body)
        ?.groups?.photo;
    await expect.poll(readTilePhoto).not.toContain('<img');
    const mediaId = await addTestMedia(database, 'tin');
    await inTransaction(shop.db, (tx) => showStoredImage(shop, tx, picture, mediaId));
    await expect.poll(readTilePhoto).toContain('<img');
  });

  it('take at most six queries, with and without filters', async () => {
    const { value } = await findCountedTerm('/shop');
    const filters = { is: value, stock: 'in', min: '3' };
    const cases = [
      ['shop', {}, { orderby: 'price-asc', page: '4' }],
      ['shop', {}, filters],
      ['category', { slug: 'tableware' }, filters],
      ['tag', { slug: 'gift' }, { sale: '1' }],
    ] as const;
    for (const [name, params, query] of cases) {
      const definition = listingPages.find((page) => page.name === name);
      const { value: view, queries } = await countQueries(async () => {
        const context = app.shop.renderContext(`/${name}`, query);
        const result = await definition?.load(app.shop, context, params);
        if (result?.kind === 'page') await app.shop.renderDocument(context, result);
        return result;
      });
      expect(view?.kind).toBe('page');
      expect(queries, name).toBeLessThanOrEqual(6);
      expect(queries, name).toBeGreaterThan(1);
    }
  });
});
