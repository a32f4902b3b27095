import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { loadProducts } from '#features/catalog/index.ts';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addBowl, addProduct, addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { publishScheduled } from './page/publish-scheduled.ts';

const { database, pool } = useDatabase();
const reader = createStaffCookie('Bea', openBackOffice.name, 'products.read');
const clerk = createStaffCookie(
  'Ada',
  openBackOffice.name,
  'products.read',
  'products.write',
  'media.write',
  'stock.write',
);

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

it('lists products, and opens one', async () => {
  const id = await addProduct(app.shop, { name: 'Blue bowl' });
  const { statusCode, body } = await office.get('products');
  expect(statusCode).toBe(200);
  expect(body).toContain('Blue bowl');
  expect((await office.get(`products/${id}`)).body).toContain('Blue bowl');
});

it('makes a new product', async () => {
  const { fields } = await office.get('products/new');
  const saved = await office.post('products/new', { ...fields, name: 'Red vase', regularPrice: '12.50', sku: 'RV-1' });
  expect(saved.statusCode).toBe(303);
  const { body } = await office.get(String(saved.location).replace('/admin/', ''));
  expect(body).toContain('RV-1');
});

const edit = async (id: number, changes: Readonly<Record<string, string | readonly string[]>>, opened?: Form) => {
  const fields = opened ?? (await office.get(`products/${id}`)).fields;
  return office.post(`products/${id}`, { ...fields, ...changes });
};
type Form = Readonly<Record<string, string | readonly string[]>>;

const makeProduct = async (values: Readonly<Record<string, string | readonly string[]>>) => {
  const { fields } = await office.get('products/new');
  const saved = await office.post('products/new', { ...fields, ...values });
  expect(saved.statusCode, saved.body.match(/field__error[^<]*>[^<]*/g)?.join()).toBe(303);
  return Number(String(saved.location).split('/').at(-1));
};

const find = async (id: number) => (await loadProducts(app.shop.db, [id])).get(id);

describe('the page of a product', () => {
  it('changes nothing when it is saved as it was opened', async () => {
    const { product } = await addBowl(app.shop, 5);
    const before = await find(product);
    expect((await edit(product, {})).statusCode).toBe(303);
    expect(await find(product)).toEqual(before);
    const { rows } = await pool.query(
      `select 1 from platform.audit_entries where subject_kind = 'product' and subject_id = $1`,
      [String(product)],
    );
    expect(rows).toEqual([]);
  });

  it('keeps what two editors change in different fields, and asks for one where both changed the same', async () => {
    const id = await makeProduct({
      name: 'Shared jug',
      sku: 'SJ-1',
      regularPrice: '10.00',
      managed: 'on',
      onHand: '5',
    });
    const [ada, bea] = [(await office.get(`products/${id}`)).fields, (await office.get(`products/${id}`)).fields];
    expect((await edit(id, { name: 'Shared jug, blue', regularPrice: '12.00', onHand: '7' }, ada)).statusCode).toBe(
      303,
    );
    const second = await edit(
      id,
      { name: 'Shared jug, red', regularPrice: '13.00', onHand: '9', gtin: '4006381333931' },
      bea,
    );
    expect(second.statusCode).toBe(409);
    for (const both of ['Shared jug, blue', 'Shared jug, red', '12.00', '13.00']) expect(second.body).toContain(both);
    const conflicts = [...new Set([...second.body.matchAll(/name="(_keep\.[^"]*)"/g)].map(([, name = '']) => name))];
    expect(conflicts.map((name) => name.split('.')[1])).toEqual(['name', 'regularPrice', 'onHand']);
    expect((await find(id))?.name).toBe('Shared jug, blue');
    const [name = '', ...others] = conflicts;
    const chosen = Object.fromEntries([[name, 'mine'], ...others.map((each) => [each, 'theirs'])]);
    expect((await edit(id, chosen, second.fields)).statusCode).toBe(303);
    const { rows } = await pool.query(
      'select p.name, m.gtin, o.regular_price::integer as price, s.on_hand as units from products p join variations m using (id) join main_prices o on o.variation_id = p.id join stock_levels s on s.variation_id = p.id where p.id = $1',
      [id],
    );
    expect(rows).toEqual([{ name: 'Shared jug, red', gtin: '4006381333931', price: 1200, units: 7 }]);
  });

  it('does not overwrite what an import or a sale changed while it was open', async () => {
    const id = await makeProduct({
      name: 'Imported jug',
      regularPrice: '10.00',
      managed: 'on',
      onHand: '5',
      lowStockThreshold: '2',
    });
    const opened = (await office.get(`products/${id}`)).fields;
    await saveTestProduct(app.shop, { id, shortDescription: '<p>From the file</p>', master: { regularPrice: 1500 } });
    await pool.query('update stock_levels set on_hand = 4 where variation_id = $1', [id]);
    expect((await edit(id, { lowStockThreshold: '3' }, opened)).statusCode).toBe(303);
    expect((await find(id))?.shortDescription).toBe('<p>From the file</p>');
    const { rows } = await pool.query(
      'select on_hand, low_stock_threshold, regular_price::integer from stock_levels join main_prices using (variation_id) where variation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ on_hand: 4, low_stock_threshold: 3, regular_price: 1500 }]);
  });

  it('tells problems at their fields, and keeps what was typed', async () => {
    await makeProduct({ name: 'Taken', sku: 'TAKEN-1' });
    const { fields } = await office.get('products/new');
    const refused = await office.post('products/new', {
      ...fields,
      name: 'Other',
      sku: 'taken-1',
      regularPrice: '5',
      salePrice: '6',
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Sale price is not below the regular price.');
    expect(refused.fields.sku).toBe('taken-1');
  });

  it('makes a variation for each combination of options, once', async () => {
    const options = {
      'options.row': ['0', '1'],
      ...{
        'options.0.name': 'Size',
        'options.0.terms': 'Small, Medium, Large',
        'options.0.forVariations': 'on',
      },
      ...{ 'options.1.name': 'Colour', 'options.1.terms': 'Blue, Red', 'options.1.forVariations': 'on' },
    };
    const id = await makeProduct({
      name: 'Beaker',
      type: 'variable',
      regularPrice: '20.00',
      ...options,
      generate: 'on',
    });
    const count = async () =>
      (
        await pool.query(
          'select v.id, o.regular_price::integer as price, v.stock_id from variations v join main_prices o on o.variation_id = v.id where v.product_id = $1 and v.id <> $1',
          [id],
        )
      ).rows;
    expect((await count()).map(({ price, stock_id }) => [price, stock_id])).toEqual(Array(6).fill([2000, id]));
    const { fields } = await office.get(`products/${id}`);
    await edit(id, { 'options.1.terms': 'Blue, Red, Green', generate: 'on' }, fields);
    expect(await count()).toHaveLength(9);
    const audit = await pool.query<{ after: Readonly<Record<string, unknown>> }>(
      `select after from platform.audit_entries where action = 'product-editor.generate-variations' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(audit.rows.map(({ after }) => after.variations)).toEqual([6, 3]);
    const names = Object.values(audit.rows[1]?.after ?? {}).filter((value) => typeof value === 'string');
    expect(names).toEqual(['small, Green', 'Medium, Green', 'large, Green']);
    await edit(id, { generate: 'on' });
    expect(await count()).toHaveLength(9);
    const inUse = await edit(id, { 'options.1.terms': 'Blue, Red' });
    expect(inUse.statusCode).toBe(422);
  });

  it('keeps the reason of a change of the stock, and shows the last movements', async () => {
    const id = await makeProduct({ name: 'Moved', managed: 'on', onHand: '8' });
    await edit(id, { onHand: '6', stockReason: 'Broken in the shop' });
    const { body } = await office.get(`products/${id}`);
    expect(body).toContain('Broken in the shop · edited');
    expect(body).toContain('>-2<');
  });

  it('adds uploaded photographs, which plain forms send', async () => {
    const { id } = await saveTestProduct(app.shop, { name: 'Photographed' });
    const { fields } = await office.get(`products/${id}`);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
    const picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#a0a' } })
      .png()
      .toBuffer();
    body.append('images.files', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'own.png');
    const request = new Request('http://localhost', { method: 'POST', body });
    const reply = await app.http.inject({
      ...{ method: 'POST', url: `/admin/products/${id}`, payload: Buffer.from(await request.arrayBuffer()) },
      headers: {
        cookie: clerk,
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
        'content-type': String(request.headers.get('content-type')),
      },
    });
    expect(reply.statusCode).toBe(303);
    expect((await find(id))?.images).toEqual([{ mediaId: expect.any(Number), remoteId: null }]);
  });

  it('orders photographs, keeps their alt texts, and leaves imported ones that were not fetched in their place', async () => {
    const [first, second, third] = [
      await addTestMedia(database, 'first'),
      await addTestMedia(database, 'second'),
      await addTestMedia(database, 'third'),
    ];
    const { rows } = await pool.query<{ id: number }>(
      `insert into remote_images (url) values ('https://photos.example/waiting.jpg') returning id`,
    );
    const waiting = { mediaId: null, remoteId: rows[0]?.id ?? 0 };
    const toImage = (mediaId: number) => ({ mediaId, remoteId: null });
    const images = [toImage(first), waiting, toImage(second)];
    const { id } = await saveTestProduct(app.shop, { name: 'Pictured', images });
    expect((await edit(id, { name: 'Pictured jug' })).statusCode).toBe(303);
    expect((await find(id))?.images).toEqual(images);
    const ids = [second, third, first].map(String);
    const saved = await edit(id, { images: ids, [`images.${second}.alt`]: 'From above' });
    expect(saved.statusCode).toBe(303);
    expect((await find(id))?.images).toEqual([toImage(second), toImage(third), toImage(first), waiting]);
    const alts = await pool.query('select alt from platform.media where id = $1', [second]);
    expect(alts.rows).toEqual([{ alt: 'From above' }]);
    await edit(id, { dropRemote: 'on' });
    expect((await find(id))?.images).toEqual([second, third, first].map(toImage));
  });

  it('sends an old address to the new one', async () => {
    const id = await makeProduct({ name: 'Renamed', slug: 'old-name', status: 'published', regularPrice: '9' });
    await edit(id, { slug: 'new-name' });
    expect(await findRedirect(app.shop, '/product/old-name')).toBe('/product/new-name');
  });

  it('shows the price per unit and whom to turn to about safety in the shop', async () => {
    await makeProduct({
      ...{
        name: 'Glaze',
        slug: 'glaze-250',
        status: 'published',
        regularPrice: '5.00',
        unitAmount: '0.25',
        unit: 'kg',
      },
      ...{
        'manufacturer.name': 'Kiln Ltd',
        'manufacturer.address': '1 Quay\nCork',
        'manufacturer.contact': 'safety@kiln.example',
      },
      ...{ seoTitle: 'Glaze by the jar', seoDescription: 'A glaze for stoneware.' },
    });
    const { body } = await app.http.inject('/product/glaze-250');
    const text = body.replaceAll('<!-- -->', '');
    expect(text).toContain('€20.00 per kg');
    expect(text).toContain('Kiln Ltd');
    expect(text).toContain('mailto:safety@kiln.example');
    expect(text).toContain('<title>Glaze by the jar');
    expect(text).toContain('content="A glaze for stoneware."');
  });

  it('publishes a draft when its moment has come', async () => {
    const id = await makeProduct({ name: 'Later', publishAt: '2030-01-01T10:00' });
    await publishScheduled.run(app.shop, {}, { isLast: true } as never);
    expect((await find(id))?.status).toBe('draft');
    await pool.query(`update products set publish_at = now() - interval '1 minute' where id = $1`, [id]);
    await publishScheduled.run(app.shop, {}, { isLast: true } as never);
    expect(await find(id)).toMatchObject({ status: 'published', publishAt: null });
  });

  it('copies a product as a draft, without SKUs and stock', async () => {
    const { product } = await addBowl(app.shop, 5);
    const { location } = await office.post(`products/${product}/duplicate`, {});
    const copy = Number(String(location).split('/').at(-1));
    expect(await find(copy)).toMatchObject({ status: 'draft', type: 'variable' });
    const { rows } = await pool.query(
      'select count(*)::integer as count, count(sku)::integer as skus, sum(s.on_hand)::integer as units from variations v join stock_levels s on s.variation_id = v.id where v.product_id = $1',
      [copy],
    );
    expect(rows).toEqual([{ count: 3, skus: 0, units: 0 }]);
  });

  it('shows who may only read the values as text', async () => {
    const id = await makeProduct({ name: 'Read only' });
    const { body } = await office.get(`products/${id}`, reader);
    expect(body).toContain('Read only');
    expect(body).not.toContain('<form id="admin-form"');
    expect((await office.post(`products/${id}`, { name: 'Mine' }, reader)).statusCode).toBe(403);
  });
});
