import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import type { LivePrice } from '#features/product-form/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database);
});

const visit = async (url: string) => (await newShopper(app).visit(url)).body;

describe('the home page', () => {
  it('shows nothing that is sold out, and shows it again when it is back', async () => {
    const master = { regularPrice: 1000 };
    const featured = { status: 'published', featured: true } as const;
    const { id } = await saveTestProduct(app.shop, {
      ...featured,
      name: 'Gone jar',
      master: { ...master, stock: { status: 'out' } },
    });
    await saveTestProduct(app.shop, { ...featured, name: 'Present jar', master });
    const before = await visit('/');
    expect(before).toContain('Present jar');
    expect(before).not.toContain('Gone jar');
    await saveTestProduct(app.shop, { id, master: { stock: { status: 'in' } } });
    expect(await visit('/')).toContain('Gone jar');
  });
});

describe('the photographs of a product', () => {
  it('[2.3/2] start with that of a link’s choice, also of an incomplete choice', async () => {
    const { product, small } = await addBowl(app.shop);
    const { pool } = database;
    const [own, chosen] = [await addTestMedia(database, 'own'), await addTestMedia(database, 'celadon bowl')];
    await pool.query('insert into product_images (product_id, position, media_id) values ($1, 0, $2)', [product, own]);
    await pool.query('update variations set image_id = $2 where id = $1', [small, chosen]);
    const { rows } = await pool.query('select slug from products where id = $1', [product]);
    const listImages = async (query: string) =>
      [...(await visit(`/product/${rows[0].slug}?${query}`)).matchAll(/data-image="(\d+)"/g)].map(([, id]) =>
        Number(id),
      );
    expect(await listImages('')).toEqual([own, chosen]);
    expect(await listImages(`variation=${small}`)).toEqual([chosen, own]);
    expect(await listImages('term=glaze+celadon')).toEqual([chosen, own]);
    expect(await listImages('term=glaze+ash')).toEqual([own, chosen]);
  });
});

it('[E9] a product shows its price per unit, and who answers for its safety', async () => {
  const contact = { name: 'Saltmarsh Ltd', address: 'Quay Lane\nWick', contact: 'safety@example.com' };
  await saveTestProduct(app.shop, {
    ...{ name: 'Clay', slug: 'clay', status: 'published', safety: { manufacturer: contact } },
    master: { regularPrice: 1250, unit: 'kg', unitAmount: 2.5 },
  });
  const text = (await visit('/product/clay')).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toContain('€5.00 per kg');
  expect(text).toContain('Product safety Manufacturer Saltmarsh Ltd Quay Lane Wick safety@example.com');
});

describe('delivery on the page of a product', () => {
  const readDelivery = async (slug: string) => {
    const body = await visit(`/product/${slug}`);
    const line = /<ul class="buy__delivery">.*?<\/ul>/.exec(body)?.[0].replace(/<[^>]*>/g, ' ') ?? null;
    return { line, hasNotes: body.includes('Shipping and returns') };
  };
  const addCourse = async (slug: string, kinds: readonly object[]) => {
    const [attributeId = 0, terms] = await inTransaction(app.shop.db, async (tx) => {
      const [id = 0] = (await ensureAttributes(tx, [{ name: 'Kind', productId: null }])).values();
      const names = kinds.map((_, index) => ({ attributeId: id, name: `Kind ${index}` }));
      return [id, [...(await ensureTerms(tx, names)).values()]] as const;
    });
    await saveTestProduct(app.shop, {
      ...{ name: slug, slug, type: 'variable', status: 'published' },
      attributes: [{ attributeId, terms }],
      variations: kinds.map((kind, index) => ({
        ...{ regularPrice: 2000, ...kind },
        terms: [{ attributeId, termId: terms[index] ?? 0 }],
      })),
    });
  };

  it('follows its variations: none for virtual ones, and no cost unless it is that of each', async () => {
    await addCourse('parcels', [{}, {}]);
    await addCourse('videos', [{ virtual: true }, { virtual: true }]);
    await addCourse('parcels-and-videos', [{}, { virtual: true }]);
    await addCourse('parcels-of-today', [{}, { virtual: true, regularPrice: null }]);
    const parcels = await readDelivery('parcels');
    expect(parcels).toEqual({ line: expect.stringMatching(/€5\.00/), hasNotes: true });
    expect(await readDelivery('videos')).toEqual({ line: null, hasNotes: false });
    const mixed = await readDelivery('parcels-and-videos');
    expect(mixed).toEqual({ line: expect.not.stringMatching(/€|free/i), hasNotes: true });
    expect(await readDelivery('parcels-of-today'), 'what has no price is not sold').toEqual(parcels);
  });
});

describe('the live price of a set', () => {
  const requestPrice = (query: string) => app.http.inject({ url: `/ajax?action=theme_set_price&${query}` });

  it('adds up what is chosen, the lowest prices of the rest, and equals the cart', async () => {
    const { product } = await addBowl(app.shop);
    const jar = await addProduct(app.shop, { name: 'Salt jar', price: 1500 });
    const open = `quantity[${product}]=2&quantity[${jar}]=3`;
    const fields = { [`attribute_size[${product}]`]: 'large', [`attribute_glaze[${product}]`]: 'ash' };
    const lowest = (await requestPrice(open)).json<LivePrice>();
    const { value, queries } = await countQueries(() => requestPrice(`${open}&${new URLSearchParams(fields)}`));
    expect(queries).toBe(1);
    const chosen = value.json<LivePrice>();
    expect(lowest.headline).toMatch(/^From /);
    expect(chosen.headline).toBe(chosen.total.price);
    expect(chosen.total.label).toBe('Total for 5');
    expect(lowest.amounts.total).toBeLessThan(chosen.amounts.total);
    const shopper = newShopper(app);
    await shopper.submit('/cart/add', { ...fields, [`quantity[${product}]`]: '2', [`quantity[${jar}]`]: '3' });
    expect((await shopper.visit('/cart')).body).toContain(chosen.total.price);
  });

  it('refuses malformed requests and products that are not for sale', async () => {
    const draft = await addProduct(app.shop, { status: 'draft' });
    const jar = await addProduct(app.shop, { price: 1500 });
    const many = Array.from({ length: 51 }, (_, index) => `quantity[${index + 1}]=1`).join('&');
    const requests = [
      ['', 'invalid_input'],
      [`quantity[${jar}]=0`, 'invalid_input'],
      [`quantity[${jar}]=1.5`, 'invalid_input'],
      [`quantity[${jar}]=10000`, 'invalid_input'],
      [`quantity[${jar}]=1&quantity[${jar}]=2`, 'invalid_input'],
      ['quantity[0]=1', 'invalid_input'],
      [many, 'invalid_input'],
      [`quantity[${draft}]=1`, 'NOT_FOUND'],
      [`quantity[${jar}]=1&quantity[999999999]=1`, 'NOT_FOUND'],
    ] as const;
    for (const [query, code] of requests)
      expect((await requestPrice(query)).json<{ code: string }>().code, query).toBe(code);
    const unknown = await requestPrice(`quantity[${jar}]=1&attribute_${'x'.repeat(200)}[${jar}]=%00`);
    expect(unknown.statusCode).toBe(200);
  });
});
