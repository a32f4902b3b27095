import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createTestImage } from '#tests/support/uploads.ts';

const { database, pool } = useDatabase({ connections: 8 });
const clerk = createStaffCookie('Ada', openBackOffice.name, 'products.read', 'products.write');

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

const query = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;

/** An attribute of all products with values. @returns ids of the values by their names */
async function addAttribute(name: string, ...names: readonly string[]) {
  return inTransaction(app.shop.db, async (tx) => {
    const [id = 0] = (await ensureAttributes(tx, [{ name, productId: null }])).values();
    const ids = [
      ...(
        await ensureTerms(
          tx,
          names.map((each) => ({ attributeId: id, name: each })),
        )
      ).values(),
    ];
    return { id, terms: Object.fromEntries(names.map((each, index) => [each, ids[index] ?? 0])) };
  });
}

type Attribute = Awaited<ReturnType<typeof addAttribute>>;
let productCount = 0;

/** A product whose variations differ in the first attribute; it has the others too. */
async function addProduct(varied: Attribute | null, ...shown: readonly Attribute[]) {
  productCount += 1;
  const named = { name: `Jar ${productCount}`, slug: `jar-${productCount}`, status: 'published' as const };
  const toInput = ({ id, terms }: Attribute, forVariations: boolean) => ({
    ...{ attributeId: id, terms: Object.values(terms), forVariations },
  });
  const attributes = [...(varied ? [toInput(varied, true)] : []), ...shown.map((each) => toInput(each, false))];
  if (!varied) return saveTestProduct(app.shop, { ...named, attributes, master: { regularPrice: 1000 } });
  return saveTestProduct(app.shop, {
    ...{ ...named, type: 'variable', attributes },
    variations: Object.values(varied.terms).map((termId) => ({
      ...{ regularPrice: 1000, terms: [{ attributeId: varied.id, termId }] },
    })),
  });
}

const listVariations = (productId: number) =>
  query(
    `select a.name as attribute, t.name as term from variation_terms vt join attributes a on a.id = vt.attribute_id
      join attribute_terms t on t.id = vt.term_id where vt.product_id = $1 order by 2`,
    [productId],
  );

describe('whole attributes', () => {
  it('are merged knowingly: values that differ in case only become one, all others and the variations move', async () => {
    const [from, into] = [await addAttribute('Color', 'RED', 'Blue'), await addAttribute('Colour', 'Red', 'blue ish')];
    const [varied, shown] = [await addProduct(from), await addProduct(null, from, into)];
    await pool.query('update product_attributes set default_term_id = $1 where product_id = $2', [
      from.terms.RED,
      varied.id,
    ]);
    const page = await office.get(`attributes/${from.id}/merge-attribute`);
    const asked = await office.post(`attributes/${from.id}/merge-attribute`, { ...page.fields, into: String(into.id) });
    expect(asked.body).toContain('2 products go from “Color” to “Colour”');
    expect(asked.body).toContain('A value that both have becomes one: Red.');
    expect(await office.put(`attributes/${from.id}/merge-attribute`, { into: into.id })).toMatchObject({
      statusCode: 200,
    });
    expect(await query('select name from attributes where id = $1', [from.id])).toEqual([]);
    expect(
      await query(
        'select name, id = any($2) as "isOld" from attribute_terms where attribute_id = $1 order by lower(name)',
        [into.id, Object.values(into.terms)],
      ),
    ).toEqual([
      { name: 'Blue', isOld: false },
      { name: 'blue ish', isOld: true },
      { name: 'Red', isOld: true },
    ]);
    expect(await listVariations(varied.id)).toEqual([
      { attribute: 'Colour', term: 'Blue' },
      { attribute: 'Colour', term: 'Red' },
    ]);
    expect(
      await query(
        'select attribute_id, default_term_id, for_variations from product_attributes where product_id = $1',
        [varied.id],
      ),
    ).toEqual([{ attribute_id: into.id, default_term_id: into.terms.Red, for_variations: true }]);
    const [listed] = await query('select term_ids from product_listing where product_id = $1', [shown.id]);
    expect(listed.term_ids).toHaveLength(3);
    const [entry] = await query(
      `select before, after from platform.audit_entries where action = 'catalog-terms.merge-attribute' order by id desc limit 1`,
    );
    expect(entry).toMatchObject({ before: { name: 'Color' }, after: { into: 'Colour', products: 2 } });
  });

  it('are not merged where a product has both and its variations differ in one, nor deleted where they differ in it', async () => {
    const [from, into] = [await addAttribute('Shape', 'Round', 'Square'), await addAttribute('Form', 'Round')];
    const product = await addProduct(from, into);
    const merged = await office.put(`attributes/${from.id}/merge-attribute`, { into: into.id });
    expect([merged.statusCode, JSON.stringify(merged)]).toEqual([409, expect.stringContaining(`Jar ${productCount}`)]);
    expect(await office.put(`attributes/${into.id}/merge-attribute`, { into: from.id })).toMatchObject({
      statusCode: 409,
    });
    expect(await office.put(`attributes/${from.id}/delete-attribute`, {})).toMatchObject({ statusCode: 409 });
    expect(await office.put(`attributes/${from.id}/merge-attribute`, { into: from.id })).not.toMatchObject({
      statusCode: 200,
    });
    expect(await listVariations(product.id)).toHaveLength(2);
    // What no variation differs in only goes.
    expect(await office.put(`attributes/${into.id}/delete-attribute`, {})).toMatchObject({ statusCode: 200 });
    expect(await query('select attribute_id from product_attributes where product_id = $1', [product.id])).toEqual([
      { attribute_id: from.id },
    ]);
  });

  it('are merged after a product that is being saved, which may get both of them', async () => {
    const [from, into] = [await addAttribute('Rim', 'Thin', 'Thick'), await addAttribute('Lip', 'Thin')];
    const product = await addProduct(from);
    const saving = await pool.connect();
    await saving.query(`begin; select from products where id = ${product.id} for no key update;
      insert into product_attributes (product_id, attribute_id) values (${product.id}, ${into.id})`);
    const merging = office.put(`attributes/${from.id}/merge-attribute`, { into: into.id });
    await expect
      .poll(async () => (await pool.query('select 1 from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await saving.query('commit');
    saving.release();
    expect((await merging).statusCode).toBe(409);
    expect(await listVariations(product.id)).toHaveLength(2);
  });

  it('are merged when their values have one address, however long it is', async () => {
    const [from, into] = [await addAttribute('Glaze finish', 'Matte'), await addAttribute('Finish', 'Mat')];
    const slug = 'm'.repeat(200);
    await pool.query('update attribute_terms set slug = $1 where id = any($2)', [
      slug,
      [from.terms.Matte, into.terms.Mat],
    ]);
    expect(await office.put(`attributes/${from.id}/merge-attribute`, { into: into.id })).toMatchObject({
      statusCode: 200,
    });
    expect(
      await query('select name from attribute_terms where attribute_id = $1 and slug <> $2', [into.id, slug]),
    ).toEqual([{ name: 'Matte' }]);
  });

  it('that are deleted at the moment get no more values, which is told at the field', async () => {
    const { id } = await addAttribute('Short-lived');
    const path = 'attribute-values/new';
    const version = readVersion((await office.get(path)).body);
    const deleting = await pool.connect();
    await deleting.query(`begin; delete from attributes where id = ${id}`);
    const form = { attribute: String(id), name: 'Late', slug: '', swatch: '', position: '0', description: '' };
    const sending = office.post(path, { ...form, _version: version });
    await expect
      .poll(async () => (await pool.query('select 1 from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await deleting.query('commit');
    deleting.release();
    const sent = await sending;
    expect([sent.statusCode, sent.body]).toEqual([422, expect.stringContaining('id="attribute-error"')]);
  });

  it('that are written alike are a view of the list', async () => {
    await addAttribute('Wall-Size');
    await addAttribute('wall size');
    const { body } = await office.get('attributes?view=alike');
    expect(body).toMatch(/Wall-Size[\s\S]*wall size/);
    expect(body).not.toContain('>Colour<');
  });
});

const readVersion = (body: string) => /name="_version" value="([^"]*)"/.exec(body)?.[1] ?? '';

describe('two same names at one moment', () => {
  const cases = [
    ['tags', 'insert into tags (name, slug) values ($1, $2)', {}],
    ['brands', 'insert into brands (name, slug) values ($1, $2)', {}],
    ['attributes', 'insert into attributes (name, slug) values ($1, $2)', { kind: 'select', position: '0' }],
    ['categories', 'insert into categories (name, slug, locale) select $1, $2, locale from categories limit 1', {}],
  ] as const;

  beforeAll(() => office.post('categories/new', { name: 'Known', slug: '', _version: '' }));

  /** Sends a form while another transaction has written a name and an address, and not committed them. */
  async function sendBeside(path: string, form: Readonly<Record<string, string>>, [insert, name, slug]: string[]) {
    const version = readVersion((await office.get(path)).body);
    const other = await pool.connect();
    await other.query('begin');
    await other.query(insert ?? '', [name, slug]);
    const sending = office.post(path, { ...form, _version: version });
    await expect
      .poll(async () => (await pool.query('select 1 from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await other.query('commit');
    other.release();
    return (await sending).body;
  }

  it.each(cases)('refuse the second of %s at its field, whether it is new or changed', async (table, insert, more) => {
    const nameProblem = /id="name-error">.*?This name is already in use\. Upper and lower case make no difference\./s;
    const slugProblem = /id="slug-error">.*?This address is already in use\./s;
    const send = (path: string, name: string, slug: string, takenName: string, takenSlug: string) =>
      sendBeside(path, { name, slug, ...more }, [insert, takenName, takenSlug]);
    expect(await send(`${table}/new`, 'Same', 'own-1', 'SAME', 'other-1')).toMatch(nameProblem);
    expect(await send(`${table}/new`, 'Own', 'same', 'Other', 'same')).toMatch(slugProblem);
    const { location } = await office.post(`${table}/new`, { name: 'Kept', slug: '', ...more, _version: '' });
    const path = String(location).replace('/admin/', '');
    expect(await send(path, 'Renamed', 'own-2', 'RENAMED', 'other-2')).toMatch(nameProblem);
    expect(await send(path, 'Kept', 'moved', 'Third', 'moved')).toMatch(slugProblem);
    expect((await office.get(path)).body).toContain('value="kept"');
  });
});

describe('the audit', () => {
  const saved = [
    ['tags', 'tag', { name: 'Audited', slug: '', description: '' }, { description: '<p>Blue</p>' }],
    ['brands', 'brand', { name: 'Audited', slug: '', description: '' }, { name: 'Audited 2' }],
    ['attributes', 'attribute', { name: 'Audited', slug: '', kind: 'select', position: '0' }, { kind: 'swatch' }],
    ['categories', 'category', { name: 'Audited', slug: '', description: '' }, { seoTitle: 'Cups' }],
  ] as const;

  it.each(saved)('has each write of %s as the fields that it changed', async (path, kind, created, change) => {
    const { location } = await office.post(`${path}/new`, { ...created, _version: '' });
    const id = String(location).split('/').at(-1);
    const { fields } = await office.get(`${path}/${id}`);
    await office.post(`${path}/${id}`, { ...fields, ...change });
    await office.put(`${path}/${id}/delete-${kind}`, {});
    const entries = await query(
      `select action, before, after from platform.audit_entries where subject_kind = $1 and subject_id = $2 order by id`,
      [kind, id],
    );
    expect(entries).toMatchObject([
      { action: `catalog-terms.save-${kind}`, before: null, after: { name: 'Audited' } },
      { action: `catalog-terms.save-${kind}`, after: change },
      { action: `catalog-terms.delete-${kind}`, before: { name: expect.stringContaining('Audited') }, after: null },
    ]);
    expect(Object.keys(entries[1]?.after), 'nothing else was changed').toEqual(Object.keys(change));
  });

  it('has the place to which a category was moved', async () => {
    for (const name of ['Near', 'Far']) await office.post('categories/new', { name, slug: '', _version: '' });
    const [near] = await query(`select id from categories where name = 'Near'`);
    await office.post('categories/-/move', { id: String(near.id), by: '1' });
    const [entry] = await query(
      `select before, after from platform.audit_entries where action = 'catalog-terms.move-category' order by id desc limit 1`,
    );
    expect(entry).toEqual({ before: null, after: { moved: 1 } });
  });
});

describe('pictures and texts', () => {
  it('of categories, values, tags and brands are saved, shown, and refused when the picture is gone', async () => {
    const bytes = await createTestImage();
    const stored = await inTransaction(app.shop.db, (tx) =>
      app.shop.media.store(tx, { bytes, name: 'a.png', alt: '' }),
    );
    const image = stored.ok ? String(stored.id) : '';
    await office.post('categories/new', { name: 'Pictured', slug: '', image, _version: '' });
    const [category] = await query(`select id, image_id::text from categories where name = 'Pictured'`);
    expect(category.image_id).toBe(image);
    const { id, terms } = await addAttribute('Pictures', 'Shown');
    const path = `attribute-values/${terms.Shown}`;
    await pool.query(
      `insert into remote_images (url) values ('https://x.example/a.png');
      update attribute_terms set remote_image_id = (select max(id) from remote_images) where attribute_id = ${id}`,
    );
    const form = await office.get(path);
    await office.post(path, { ...form.fields, image });
    expect(
      await query('select image_id::text, remote_image_id from attribute_terms where id = $1', [terms.Shown]),
    ).toEqual([{ image_id: image, remote_image_id: null }]);
    const refused = await office.post(`categories/${category.id}`, {
      ...(await office.get(`categories/${category.id}`)).fields,
      image: '999999',
    });
    expect(refused.body).toContain('The picture was deleted. Choose another one.');
    for (const [table, page] of [
      ['tags', 'tag'],
      ['brands', 'brand'],
    ] as const) {
      const description = '<p>Made <strong>here</strong> <script>x()</script></p>';
      await office.post(`${table}/new`, { name: 'Told', slug: 'told', description, _version: '' });
      const { body } = await app.http.inject({ url: `/${page}/told`, headers: { accept: 'text/html' } });
      expect(body).toContain('<strong>here</strong>');
      expect(body).not.toContain('x()');
      expect(body).toContain('<meta name="description" content="Made here');
    }
  });
});
