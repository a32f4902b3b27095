import { beforeAll, describe, expect, it } from 'vitest';
import { getMaxAvailable, toStockDisplay } from '#features/inventory/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { ensureAttributes, ensureTerms } from './attributes/find-or-create.ts';

const { database } = useDatabase();
const { pool } = database;
const shop = catalogShop(database);
const save = (input: Parameters<typeof saveTestProduct>[1]) => saveTestProduct(shop, { status: 'published', ...input });

async function select(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return (await pool.query({ text, values: [...values], rowMode: 'array' })).rows;
}

const priced = { master: { regularPrice: 900 } } as const;
let glaze = { attributeId: 0, terms: [0, 0, 0] };

beforeAll(async () => {
  glaze = await inTransaction(shop.db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
    const names = ['Ash', 'Sea', 'Rust'].map((name) => ({ attributeId, name }));
    return { attributeId, terms: [...(await ensureTerms(tx, names)).values()] };
  });
});

/** A variable product: a variation in stock, one that is sold out, one without a price and one that is disabled. */
const saveVariable = (input: Partial<Parameters<typeof saveTestProduct>[1]> = {}) => {
  const terms = (index: number) => [{ attributeId: glaze.attributeId, termId: glaze.terms[index] ?? null }];
  return save({
    ...{ name: 'Cup', type: 'variable', ...priced, attributes: [glaze], taxClass: 'reduced', ...input },
    variations: [
      { regularPrice: 900, terms: terms(0) },
      { regularPrice: 950, terms: terms(1), taxClass: 'zero', stock: { managed: true, onHand: 0 } },
      { terms: terms(2) },
      { regularPrice: 990, terms: [{ attributeId: glaze.attributeId, termId: null }], enabled: false },
    ],
  });
};

const listOffers = (id: number) =>
  select(
    `select variation_id, regular_price::int, effective_tax_class, is_available from product_offers
    where product_id = $1 order by variation_id`,
    [id],
  );

describe('published_products', () => {
  it('has published products, and where they are shown', async () => {
    const ids: number[] = [];
    for (const status of ['draft', 'pending', 'private'] as const) ids.push((await save({ name: status, status })).id);
    for (const visibility of ['visible', 'catalog', 'search', 'hidden'] as const)
      ids.push((await save({ name: visibility, visibility })).id);
    expect(
      await select(
        `select name, is_public, in_lists, in_search from published_products where id = any($1) order by id`,
        [ids],
      ),
    ).toEqual([
      ['visible', true, true, true],
      ['catalog', true, true, false],
      ['search', true, false, true],
      ['hidden', false, false, false],
    ]);
  });

  it('has a tax class for taxable products only', async () => {
    const taxed = await save({ name: 'Taxed', taxClass: 'reduced' });
    const untaxed = await save({ name: 'Shipping only', taxClass: 'reduced', taxStatus: 'shipping' });
    expect(
      await select('select effective_tax_class from published_products where id = any($1) order by id', [
        [taxed.id, untaxed.id],
      ]),
    ).toEqual([['reduced'], [null]]);
  });
});

describe('offered_variations', () => {
  it('has the enabled variations of a variable product, and the master of another, published or not', async () => {
    const variable = await saveVariable({ status: 'draft' });
    const simple = await save({ name: 'Bowl', status: 'draft' });
    const group = await save({ name: 'Set', type: 'grouped' });
    const found = await select('select product_id, id from offered_variations where product_id = any($1) order by id', [
      [variable.id, simple.id, group.id],
    ]);
    expect(found).toEqual([
      ...variable.variationIds.slice(0, 3).map((id) => [variable.id, id]),
      [simple.id, simple.id],
    ]);
  });
});

describe('product_offers', () => {
  it('has the variations with a price, each with its tax class and whether it is available', async () => {
    const { id, variationIds } = await saveVariable();
    expect(await listOffers(id)).toEqual([
      [variationIds[0], 900, 'reduced', true],
      [variationIds[1], 950, 'zero', false],
    ]);
    const simple = await save({ name: 'Plate', ...priced, taxStatus: 'none' });
    expect(await listOffers(simple.id)).toEqual([[simple.id, 900, null, true]]);
    expect(await listOffers((await save({ name: 'Without a price' })).id)).toEqual([]);
  });

  it('has the offers of the published members of a group', async () => {
    const simple = await save({ name: 'Saucer', ...priced });
    const draft = await save({ name: 'Not yet', ...priced, status: 'draft' });
    const variable = await saveVariable();
    const grouped = [simple.id, draft.id, variable.id];
    const group = await save({ name: 'Tea set', type: 'grouped', grouped });
    const found = (await listOffers(group.id)) as [number][];
    expect(found.map(([id]) => id)).toEqual([simple.id, ...variable.variationIds.slice(0, 2)]);
    await pool.query(`update products set type = 'simple' where id = $1`, [group.id]);
    expect(await listOffers(group.id)).toEqual([]);
  });
});

describe('product_media', () => {
  it('has stored images, and marks the placeholders of remote ones', async () => {
    const [own = 0, fetched = 0, placeholder = 0] = await Promise.all(
      ['a', 'b', 'c'].map((name) => addTestMedia(database, name)),
    );
    const { id } = await save({ name: 'Vase' });
    await pool.query(
      `with remote as (
        insert into remote_images (url, state, media_id) values ('https://example.com/stored.jpg', 'stored', $3),
          ('https://example.com/failed.jpg', 'failed', null), ('https://example.com/waiting.jpg', 'waiting', null) returning id, state
      )
      insert into product_images (product_id, position, media_id, remote_id)
      select $1::integer, 0, $2::integer, null::integer
      union all select $1, 1, $3, id from remote where state = 'stored'
      union all select $1, 2, $4, id from remote where state = 'failed'
      union all select $1, 3, null, id from remote where state = 'waiting'`,
      [id, own, fetched, placeholder],
    );
    expect(
      await select('select media_id, is_placeholder from product_media where product_id = $1 order by position', [id]),
    ).toEqual([
      [own, false],
      [fetched, false],
      [placeholder, true],
    ]);
  });
});

describe('the views of the catalogue', () => {
  it('agree with inventory on what can be sold', async () => {
    for (const managed of [true, false]) {
      for (const onHand of [0, 3]) {
        for (const backorders of ['no', 'notify', 'yes'] as const) {
          for (const status of ['in', 'out', 'backorder'] as const) {
            const level = { managed, onHand, backorders, status, lowStockThreshold: null };
            const values = [managed, onHand, backorders, status];
            const [row] = await select('select is_available($1, $2, $3, $4), is_on_backorder($1, $2, $3, $4)', values);
            expect(row).toEqual([getMaxAvailable(level) !== 0, toStockDisplay(level).state === 'backorder']);
          }
        }
      }
    }
  });

  it('have nothing that keeps PostgreSQL from merging them into a statement', async () => {
    const found = (await select(
      `select relname::text, pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
    )) as [string, string][];
    expect(found.map(([name]) => name)).toEqual([
      'guest_traces',
      'main_prices',
      'offered_variations',
      'order_texts',
      'product_media',
      'product_offers',
      'published_products',
    ]);
    for (const [name, definition] of found)
      expect(definition, name).not.toMatch(/\b(distinct|group by|limit|offset|over \()/i);
  });
});
