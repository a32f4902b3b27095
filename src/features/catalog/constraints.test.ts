import { describe, expect, it } from 'vitest';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { useDatabase } from '#tests/support/database.ts';

const { pool } = useDatabase();

/**
 * Runs statements in a transaction that is rolled back.
 * @returns the name of the violated constraint, the SQLSTATE if it has none, or 'accepted'
 */
async function runStatements(...statements: string[]): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of [...exampleRows, ...statements]) await client.query(statement);
    await client.query('set constraints all immediate');
    return 'accepted';
  } catch (error) {
    const { constraint, code } = postgresError(error) ?? {};
    if (code === undefined) throw error;
    return constraint ?? code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Simple product 9001, and variable product 9002 with variation 9003. */
const exampleRows = [
  `insert into products (locale, id, type, status, slug, name) values ('en-GB', 9001, 'simple', 'draft', 'bowl', 'Bowl'), ('en-GB', 9002, 'variable', 'draft', 'cup', 'Cup')`,
  `insert into variations (id, product_id, stock_id, sku) values
    (9001, 9001, 9001, 'BOWL'), (9002, 9002, 9002, 'CUP'), (9003, 9002, 9002, 'CUP-S')`,
  'insert into stock_levels (variation_id) values (9001), (9002), (9003)',
  `insert into variation_prices (variation_id, currency, regular_price) values (9001, 'EUR', 500)`,
  `insert into attributes (id, slug, name) overriding system value values (901, 'glaze', 'Glaze'), (902, 'size', 'Size')`,
  `insert into attribute_terms (id, attribute_id, slug, name) overriding system value values (911, 901, 'ash', 'Ash'), (912, 901, 'sea', 'Sea'), (921, 902, 's', 'S')`,
  'insert into product_attributes (product_id, attribute_id) values (9002, 901)',
  'insert into product_attribute_terms (product_id, attribute_id, term_id) values (9002, 901, 911)',
  `insert into categories (locale, id, parent_id, slug, name) overriding system value values ('en-GB', 951, null, 'pots', 'Pots'), ('en-GB', 952, 951, 'cups', 'Cups'), ('en-GB', 953, 952, 'mugs', 'Mugs')`,
];

const setVariation = (assignment: string) => `update variations set ${assignment} where id = 9001`;
const setPrice = (assignment: string) => `update variation_prices set ${assignment} where variation_id = 9001`;
const setProduct = (assignment: string) => `update products set ${assignment} where id = 9001`;

describe('database constraints', () => {
  it('accepts the example catalogue', async () => {
    expect(await runStatements()).toBe('accepted');
  });

  it.each([
    [
      'a product without a master',
      'products_master',
      `insert into products (locale, type, slug, name) values ('en-GB', 'simple', 'lone', 'Lone')`,
    ],
    [
      'a master of another product',
      'products_master',
      'update variations set product_id = 9001 where id = 9002',
      'update variations set stock_id = 9002 where id = 9002',
    ],
    ['deleting a master', 'products_master', 'delete from variations where id = 9001'],
    ['a master that is not enabled', 'master_is_enabled', setVariation('enabled = false')],
    ['stock of another product', 'stock_is_own_or_masters', setVariation('stock_id = 9002')],
    ['a variation without a stock row', 'variations_stock', 'delete from stock_levels where variation_id = 9001'],
    [
      'the id of a variation for a product',
      'products_master',
      `insert into products (locale, id, type, slug, name) values ('en-GB', 9003, 'simple', 'x', 'X')`,
    ],
  ])('refuses %s', async (_, constraint, ...statements) => {
    expect(await runStatements(...statements)).toMatch(
      constraint === 'products_master' ? /^(products_master|stock_is_own_or_masters)$/ : constraint,
    );
  });

  it('accepts one slug in two languages', async () => {
    const inWelsh = (table: string, id: number, slug: string) =>
      `update ${table} set locale = 'cy', slug = '${slug}' where id = ${id}`;
    expect(await runStatements(inWelsh('products', 9001, 'cup'), inWelsh('categories', 952, 'pots'))).toBe('accepted');
    expect(await runStatements(inWelsh('products', 9001, 'cup'), inWelsh('products', 9002, 'cup'))).toBe(
      'products_locale_slug_key',
    );
    expect(await runStatements(inWelsh('categories', 951, 'pots'), inWelsh('categories', 952, 'pots'))).toBe(
      'categories_locale_slug_key',
    );
  });

  it('deletes a product with its dependent rows', async () => {
    expect(await runStatements('delete from products where id = 9002')).toBe('accepted');
  });

  it.each([
    ['a price below 0', 'minor_units_check', setPrice('regular_price = -1')],
    ['a price above the maximum', 'minor_units_check', setPrice('regular_price = 1000000000001')],
    ['a sale that is not cheaper', 'sale_is_cheaper', setPrice('sale_price = 500')],
    ['a row without a price', '23502', setPrice('regular_price = null')],
    ['an unknown price list', 'variation_prices_price_list_id_fkey', setPrice('price_list_id = 2')],
    [
      'a second price in a price list',
      'variation_prices_pkey',
      `insert into variation_prices (variation_id, currency, regular_price) values (9001, 'USD', 500)`,
    ],
    ['sale dates without a sale', 'sale_dates_need_a_sale', setPrice('sale_to = now()')],
    [
      'a sale that ends before it starts',
      'sale_starts_before_it_ends',
      setPrice(`regular_price = 5, sale_price = 4, sale_from = now(), sale_to = now() - interval '1 day'`),
    ],
    ['a weight below 0', 'variations_weight_grams_check', setVariation('weight_grams = -0.1')],
    ['a size below 0', 'variations_height_mm_check', setVariation('height_mm = -1')],
    ['an invalid currency', 'variation_prices_currency_check', setPrice(`currency = 'eur'`)],
    ['a SKU that differs only in case', 'variations_sku', setVariation(`sku = 'cup-S'`)],
    ['an empty SKU', 'variations_sku_check', setVariation(`sku = ''`)],
    ['a slug with a slash', 'slug_check', setProduct(`slug = 'a/b'`)],
    ['a duplicate slug', 'products_locale_slug_key', setProduct(`slug = 'cup'`)],
    [
      'a javascript: address',
      'products_external_url_check',
      setProduct(`type = 'external', external_url = 'javascript:alert(1)'`),
    ],
    [
      'an external address of a simple product',
      'products_external_url_of_external',
      setProduct(`external_url = 'https://a.example'`),
    ],
    ['an unknown type', 'products_type_check', setProduct(`type = 'bundle'`)],
    [
      'a published product without a publishing date',
      'products_published_says_when',
      setProduct(`status = 'published'`),
    ],
  ])('refuses %s', async (_, constraint, statement) => {
    expect(await runStatements(statement)).toBe(constraint);
  });

  it.each([
    [
      'a negative quantity on hand',
      'stock_levels_on_hand_check',
      'update stock_levels set on_hand = -1 where variation_id = 9001',
    ],
    [
      'a negative backordered quantity',
      'stock_levels_backordered_check',
      'update stock_levels set backordered = -1 where variation_id = 9001',
    ],
    [
      'a level of a stock at a second location',
      'stock_levels_one_location',
      `insert into stock_locations (id, name, country) values (2, 'Cork', 'IE')`,
      'insert into stock_levels (variation_id, location_id) values (9001, 2)',
    ],
    [
      'a location in no country',
      'stock_locations_country_check',
      `insert into stock_locations (id, name, country) values (2, 'Cork', 'ie')`,
    ],
    [
      'a stock movement of 0',
      'stock_movements_move_something',
      `insert into stock_movements (variation_id, delta, reason) values (9001, 0, 'set')`,
    ],
    [
      'an update of the ledger',
      '23001',
      `insert into stock_movements (variation_id, delta, reason) values (9001, 1, 'set')`,
      'update stock_movements set delta = 2',
    ],
    ['a delete from the ledger', '23001', 'delete from stock_movements'],
    ['a truncated ledger', '23001', 'truncate stock_movements'],
  ])('refuses %s in stock', async (_, constraint, ...statements) => {
    expect(await runStatements(...statements)).toBe(constraint);
  });

  const insertVariationTerm = (values: string) =>
    `insert into variation_terms (variation_id, product_id, attribute_id, term_id) values ${values}`;

  it('accepts a term of the product, and null for any', async () => {
    expect(await runStatements(insertVariationTerm('(9003, 9002, 901, 911)'))).toBe('accepted');
    expect(await runStatements(insertVariationTerm('(9003, 9002, 901, null)'))).toBe('accepted');
  });

  it.each([
    [
      'a term that the product does not have',
      'variation_terms_product_id_attribute_id_term_id_fkey',
      insertVariationTerm('(9003, 9002, 901, 912)'),
    ],
    [
      'an attribute that the product does not have',
      'variation_terms_product_id_attribute_id_fkey',
      insertVariationTerm('(9003, 9002, 902, null)'),
    ],
    ['terms of a master', 'master_has_no_terms', insertVariationTerm('(9002, 9002, 901, 911)')],
    [
      'a variation of another product',
      'variation_terms_variation_id_product_id_fkey',
      insertVariationTerm('(9003, 9001, 901, null)'),
    ],
    [
      'a term under another attribute',
      'product_attribute_terms_term_id_attribute_id_fkey',
      'insert into product_attribute_terms (product_id, attribute_id, term_id) values (9002, 901, 921)',
    ],
    [
      'a default term that is not a term of the product',
      'product_attributes_default',
      'update product_attributes set default_term_id = 912',
    ],
    [
      'deleting a term that a variation uses',
      'variation_terms_product_id_attribute_id_term_id_fkey',
      insertVariationTerm('(9003, 9002, 901, 911)'),
      'delete from product_attribute_terms',
    ],
    [
      'another product’s own attribute',
      '23514',
      `insert into attributes (id, product_id, slug, name) overriding system value values (903, 9001, 'lid', 'Lid')`,
      'insert into product_attributes (product_id, attribute_id) values (9002, 903)',
    ],
    [
      'a duplicate shared attribute',
      'attributes_product_id_slug_key',
      `insert into attributes (slug, name) values ('glaze', 'Other')`,
    ],
  ])('refuses %s among attributes', async (_, constraint, ...statements) => {
    expect(await runStatements(...statements)).toBe(constraint);
  });

  it.each([
    ['its own child', 'update categories set parent_id = 953 where id = 951', '23514'],
    ['itself', 'update categories set parent_id = 953 where id = 953', '23514'],
    [
      'itself from the start',
      `insert into categories (locale, id, parent_id, slug, name) overriding system value values ('en-GB', 960, 960, 'o', 'O')`,
      'categories_not_in_itself',
    ],
  ])('refuses a category below %s', async (_, statement, constraint) => {
    expect(await runStatements(statement)).toBe(constraint);
  });

  it('moves a category, but not next to one of the same name', async () => {
    expect(await runStatements('update categories set parent_id = 951 where id = 953')).toBe('accepted');
    expect(
      await runStatements(
        `insert into categories (locale, parent_id, slug, name) values ('en-GB', 951, 'cups-2', 'CUPS')`,
      ),
    ).toBe('categories_name');
  });

  it.each([
    ['a select without options', 'product_addons_choices_have_options', `(9001, 'a', 'select', 'A', null, '[]')`],
    ['options on a text field', 'product_addons_choices_have_options', `(9001, 'a', 'text', 'A', null, '[{}]')`],
    [
      'a maximum length on a checkbox',
      'product_addons_only_texts_have_a_length',
      `(9001, 'a', 'checkbox', 'A', 5, '[]')`,
    ],
    ['a key with a space', 'product_addons_field_key_check', `(9001, 'a b', 'text', 'A', null, '[]')`],
  ])('refuses %s as an add-on', async (_, constraint, values) => {
    expect(
      await runStatements(
        `insert into product_addons (product_id, field_key, kind, label, max_length, options) values ${values}`,
      ),
    ).toBe(constraint);
  });

  it.each([
    [
      'itself',
      'product_links_to_another',
      `insert into product_links (product_id, kind, linked_id) values (9001, 'upsell', 9001)`,
    ],
    [
      'an image without media and remote image',
      'product_images_some_image',
      'insert into product_images (product_id, position) values (9001, 0)',
    ],
  ])('refuses a product linked to %s', async (_, constraint, statement) => {
    expect(await runStatements(statement)).toBe(constraint);
  });
});

describe('concurrent category moves', () => {
  it('cannot create a cycle that neither transaction sees', async () => {
    await pool.query(
      `insert into categories (locale, id, slug, name) overriding system value values ('en-GB', 971, 'a', 'A'), ('en-GB', 972, 'b', 'B')`,
    );
    const [first, second] = [await pool.connect(), await pool.connect()];
    try {
      await first.query('begin');
      await first.query('update categories set parent_id = 972 where id = 971');
      const secondMove = second.query('update categories set parent_id = 971 where id = 972').then(
        () => 'accepted',
        (error) => postgresError(error)?.code,
      );
      await first.query('commit');
      expect(await secondMove).toBe('23514');
    } finally {
      first.release();
      second.release();
    }
  });
});
