import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase({ connections: 8 });
const clerk = createStaffCookie('Ada', openBackOffice.name, 'products.read', 'products.write');
const reader = createStaffCookie('Bea', openBackOffice.name, 'products.read');

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

const readVersion = (body: string) => /name="_version" value="([^"]*)"/.exec(body)?.[1] ?? '';

async function save(path: string, form: Record<string, string>) {
  const { body } = await office.get(path);
  return office.post(path, { _version: readVersion(body), ...form });
}

const findId = async (table: string, name: string): Promise<number> =>
  Number((await pool.query(`select id from ${table} where name = $1`, [name])).rows[0]?.id);

async function create(table: 'tags' | 'brands' | 'categories', name: string, form: Record<string, string> = {}) {
  await save(`${table}/new`, { name, slug: '', ...form });
  return findId(table, name);
}

let productCount = 0;

async function addProduct(links: { categories?: number[]; tags?: number[]; brands?: number[] }) {
  productCount += 1;
  const master = { regularPrice: 1000 };
  const named = { name: `Pot ${productCount}`, slug: `pot-${productCount}`, status: 'published' as const };
  return (await saveTestProduct(app.shop, { ...named, master, ...links })).id;
}

const readListing = async (id: number) =>
  (
    await pool.query('select category_ids, tag_ids, brand_ids, term_ids from product_listing where product_id = $1', [
      id,
    ])
  ).rows[0];

const open = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } });

describe.each(['tags', 'brands'] as const)('the %s of the back office', (table) => {
  const kind = table === 'tags' ? 'tag' : 'brand';

  it('are created, refused with the name of another one, and keep their earlier address', async () => {
    const id = await create(table, 'Sea blue');
    const refused = await save(`${table}/new`, { name: 'SEA BLUE', slug: '' });
    expect(refused.body).toContain('This name is already in use. Upper and lower case make no difference.');
    await addProduct({ [table]: [id] });
    await save(`${table}/${id}`, { name: 'Sea blue', slug: 'ocean' });
    expect(await open(`/${kind}/sea-blue`)).toMatchObject({ statusCode: 301, headers: { location: `/${kind}/ocean` } });
    expect((await open(`/${kind}/ocean`)).statusCode).toBe(200);
  });

  it('have an address without spaces, whatever was typed', async () => {
    const id = await create(table, 'Sky', { slug: 'Sky / blue & grey' });
    expect((await open(`/${kind}/sky-blue-grey`)).statusCode).toBe(200);
    expect((await office.get(`${table}/${id}`)).body).toContain('value="sky-blue-grey"');
  });

  it('are merged: products move once, both addresses lead to the other, and it says beforehand how many', async () => {
    const [from, into] = [await create(table, 'Seablue'), await findId(table, 'Sea blue')];
    expect((await office.get(`${table}?view=alike`)).body).toContain('Seablue');
    const [both, one] = [await addProduct({ [table]: [from, into] }), await addProduct({ [table]: [from] })];
    const before = await office.get(`${table}/${from}/merge-${kind}`);
    const asked = await office.post(`${table}/${from}/merge-${kind}`, { ...before.fields, into: String(into) });
    expect(asked.body).toContain('2 products go from “Seablue” to “Sea blue”');
    expect(await findId(table, 'Seablue')).toBe(from);
    expect((await office.put(`${table}/${from}/merge-${kind}`, { into: from })).data.params.into).toBeDefined();
    expect(await office.put(`${table}/${from}/merge-${kind}`, { into })).toMatchObject({ statusCode: 200 });
    for (const product of [both, one]) expect((await readListing(product))[`${kind}_ids`]).toEqual([into]);
    expect(await open(`/${kind}/seablue`)).toMatchObject({ statusCode: 301, headers: { location: `/${kind}/ocean` } });
    const { rows } = await pool.query('select 1 from search_changes where product_id = any($1)', [[both, one]]);
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  it('are deleted, and their products only lose them', async () => {
    const id = await create(table, 'Unwanted');
    const product = await addProduct({ [table]: [id] });
    const page = await office.get(`${table}/${id}/delete-${kind}`);
    const asked = await office.post(`${table}/${id}/delete-${kind}`, page.fields);
    expect(asked.body).toContain('1 product loses it.');
    const sent = await office.post(`${table}/${id}/delete-${kind}`, asked.fields);
    expect(sent.location).toBe(`/admin/${table}`);
    expect((await readListing(product))[`${kind}_ids`]).toEqual([]);
  });
});

describe('the categories of the back office', () => {
  it('are a tree with an order, by one statement whatever their number', async () => {
    const top = await create('categories', 'Tableware');
    for (const name of ['Cups', 'Plates', 'Jugs']) await create('categories', name, { parentId: String(top) });
    const count = async () => (await countQueries(() => office.get('categories'))).queries;
    const few = await count();
    await create('categories', 'Spoons', { parentId: String(top) });
    expect(await count()).toBe(few);
    const order = async () =>
      [...(await office.get('categories')).body.matchAll(/>(Cups|Plates|Jugs|Spoons)<\/a>/g)].map(([, name]) => name);
    expect(await order()).toEqual(['Cups', 'Plates', 'Jugs', 'Spoons']);
    await office.post('categories/-/move', { id: String(await findId('categories', 'Jugs')), by: '-1' });
    await office.post('categories/-/move', { id: String(await findId('categories', 'Cups')), by: '1' });
    expect(await order()).toEqual(['Jugs', 'Cups', 'Plates', 'Spoons']);
    await office.post('categories/-/move', { id: String(await findId('categories', 'Jugs')), by: '-1' });
    expect((await order())[0]).toBe('Jugs');
    const refused = await office.post('categories/-/move', { id: '1', by: '1' }, reader);
    expect(refused.statusCode).toBe(403);
  });

  it('are never below themselves, and have sanitised texts and titles for search engines', async () => {
    const [top, cups] = [await findId('categories', 'Tableware'), await findId('categories', 'Cups')];
    const base = {
      name: 'Tableware',
      slug: 'tableware',
      seoTitle: 'Stoneware for tables',
      seoDescription: 'Thrown here.',
    };
    expect((await save(`categories/${top}`, { ...base, parentId: String(cups) })).body).toContain(
      'can’t be below itself',
    );
    await addProduct({ categories: [cups] });
    await save(`categories/${top}`, {
      ...base,
      parentId: '',
      description: '<p onclick="x()">Plain</p><script>x()</script>',
    });
    const { rows } = await pool.query('select description from categories where id = $1', [top]);
    expect(rows[0].description).toBe('<p>Plain</p>');
    const { body } = await open('/category/tableware');
    expect(body).toContain('<title>Stoneware for tables');
    expect(body).toContain('content="Thrown here."');
  });

  it('are merged with their products, subcategories and addresses', async () => {
    const [from, into] = [await create('categories', 'Mugs'), await findId('categories', 'Cups')];
    const child = await create('categories', 'Large mugs', { parentId: String(from) });
    const [own, below] = [await addProduct({ categories: [from] }), await addProduct({ categories: [child] })];
    expect((await office.put(`categories/${from}/merge-category`, { into: child })).statusCode).toBe(409);
    expect(await office.put(`categories/${from}/merge-category`, { into })).toMatchObject({ statusCode: 200 });
    const top = await findId('categories', 'Tableware');
    expect((await readListing(own)).category_ids.toSorted()).toEqual([into, top].toSorted());
    expect((await readListing(below)).category_ids).toEqual(expect.arrayContaining([child, into, top]));
    expect(await open('/category/mugs')).toMatchObject({ statusCode: 301, headers: { location: '/category/cups' } });
  });

  it('are deleted without those below, which go where they were', async () => {
    const [top, middle] = [await findId('categories', 'Tableware'), await create('categories', 'Middle')];
    await save(`categories/${middle}`, { name: 'Middle', slug: 'middle', parentId: String(top) });
    const low = await create('categories', 'Low', { parentId: String(middle) });
    expect(await office.put(`categories/${middle}/delete-category`, {})).toMatchObject({ statusCode: 200 });
    expect((await pool.query('select parent_id from categories where id = $1', [low])).rows).toEqual([
      { parent_id: top },
    ]);
  });
});

describe('a category with a subcategory of its own name', () => {
  it('is deleted or merged into the one above it', async () => {
    const top = await create('categories', 'Vases');
    for (const verb of ['delete', 'merge']) {
      const middle = await create('categories', verb, { parentId: String(top) });
      const low = await create('categories', verb.toUpperCase(), { parentId: String(middle), slug: `${verb}-low` });
      const input = verb === 'merge' ? { into: top } : {};
      expect(await office.put(`categories/${middle}/${verb}-category`, input)).toMatchObject({ statusCode: 200 });
      expect((await pool.query('select parent_id, name from categories where id = $1', [low])).rows).toEqual([
        { parent_id: top, name: verb.toUpperCase() },
      ]);
    }
  });
});

describe('values of attributes in the back office', () => {
  async function addVariable(first: string, second: string) {
    const { attribute, terms } = await inTransaction(app.shop.db, async (tx) => {
      const [attribute = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
      const ids = await ensureTerms(
        tx,
        [first, second].map((name) => ({ attributeId: attribute, name })),
      );
      return { attribute, terms: [...ids.values()] };
    });
    productCount += 1;
    const product = await saveTestProduct(app.shop, {
      ...{ name: `Bowl ${productCount}`, slug: `bowl-${productCount}`, status: 'published', type: 'variable' },
      attributes: [{ attributeId: attribute, terms, forVariations: true }],
      variations: terms.map((termId) => ({ regularPrice: 1000, terms: [{ attributeId: attribute, termId }] })),
    });
    return { product, terms };
  }

  it('are merged with variations, but never so that two could not be told apart', async () => {
    const alike = await addVariable('Ink', 'ink-blue');
    const [from = 0, into = 0] = alike.terms;
    const refused = await office.put(`attribute-values/${from}/merge-attribute-term`, { into });
    expect([refused.statusCode, JSON.stringify(refused)]).toEqual([
      409,
      expect.stringContaining('would be identical. Change or delete one of each first.'),
    ]);
    const other = await addVariable('Moss', 'Sand');
    const [moss = 0] = other.terms;
    expect(await office.put(`attribute-values/${moss}/delete-attribute-term`, {})).toMatchObject({ statusCode: 409 });
    expect(await office.put(`attribute-values/${moss}/merge-attribute-term`, { into })).toMatchObject({
      statusCode: 200,
    });
    expect((await readListing(other.product.id)).term_ids).toContain(into);
    const { rows } = await pool.query(
      'select count(*)::integer from variation_terms where product_id = $1 and term_id = $2',
      [other.product.id, into],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('are merged after a product that is being saved, which may get the same variation', async () => {
    const { product, terms } = await addVariable('Pine', 'Fern');
    const [pine = 0, fern = 0] = terms;
    const [into = 0] = (await addVariable('Oak', 'Ash')).terms;
    const saving = await pool.connect();
    await saving.query(`begin; select from products where id = ${product.id} for no key update;
      insert into product_attribute_terms select product_id, attribute_id, ${into} from product_attribute_terms where product_id = ${product.id} and term_id = ${fern};
      update variation_terms set term_id = ${into} where product_id = ${product.id} and term_id = ${fern}`);
    const merging = office.put(`attribute-values/${pine}/merge-attribute-term`, { into });
    await expect
      .poll(async () => (await pool.query('select 1 from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await saving.query('commit');
    saving.release();
    expect((await merging).statusCode).toBe(409);
  });

  it('have colours, and refuse what is none', async () => {
    const term = await findId('attribute_terms', 'Sand');
    const values = { name: 'Sand', slug: 'sand', position: '3', description: '' };
    expect((await save(`attribute-values/${term}`, { ...values, swatch: 'red' })).body).toContain('Enter a colour');
    await save(`attribute-values/${term}`, { ...values, swatch: '#D2B48C' });
    expect((await pool.query('select swatch from attribute_terms where id = $1', [term])).rows).toEqual([
      { swatch: '#d2b48c' },
    ]);
  });
});
