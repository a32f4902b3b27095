import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LivePrice } from '#features/product-form/index.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { createVisitor, salesShop, type TestGuest } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { addToCart } from './add/add-to-cart.ts';
import { getCart } from './cart.ts';

const { database } = useDatabase();
let shop: Shop;
let http: FastifyInstance;
let mug: number;

const addon = { help: '', required: false, maxLength: null, price: 0, options: [] };

beforeAll(async () => {
  ({ shop, http } = await salesShop(database));
  const saved = await saveTestProduct(shop, {
    name: 'Tide mug',
    status: 'published',
    master: { regularPrice: 3400, salePrice: 2999 },
    addons: [
      { ...addon, key: 'initials', kind: 'text', label: 'Initials', maxLength: 3, price: 900 },
      { ...addon, key: 'wrap', kind: 'checkbox', label: 'Wrapping', price: 450 },
      {
        ...{ ...addon, key: 'with', kind: 'checkboxes', label: 'With it' },
        options: [
          { value: 'spoon', label: 'Spoon', price: 333 },
          { value: 'card', label: 'Card', price: 1 },
        ],
      },
      {
        ...{ ...addon, key: 'box', kind: 'select', label: 'Box', required: true },
        options: [
          { value: 'plain', label: 'Plain', price: 0 },
          { value: 'wood', label: 'Wooden', price: 1250 },
        ],
      },
    ],
  });
  mug = saved.id;
});

type Fields = readonly (readonly [name: string, value: string])[];

const requestPrice = (fields: Fields) =>
  http.inject({
    url: `/ajax?${new URLSearchParams([['action', 'theme_product_price'], ...fields.map(([...pair]) => pair)])}`,
  });

/** Combines one choice of each part in all possible ways. */
function listCombinations(parts: readonly (readonly Fields[])[]): Fields[] {
  return parts.reduce<Fields[]>((all, part) => all.flatMap((fields) => part.map((more) => [...fields, ...more])), [[]]);
}

describe('live price of a product page', () => {
  it('equals the price in the cart for any add-ons and quantity', async () => {
    const filled = listCombinations([
      [[], [['addon-initials', 'MOB']]],
      [[], [['addon-wrap', 'yes']]],
      [
        [],
        [['addon-with[]', 'spoon']],
        [
          ['addon-with[]', 'spoon'],
          ['addon-with[]', 'card'],
        ],
      ],
      [[['addon-box', 'plain']], [['addon-box', 'wood']]],
    ]);
    const visitor = await createVisitor(shop.db);
    const livePrices: LivePrice['amounts'][] = [];
    for (const [index, fields] of filled.entries()) {
      const quantity = index + 1;
      const form = Object.fromEntries(
        [...Map.groupBy(fields, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
      );
      const item = { productId: mug, variationId: null, chosen: {}, quantity };
      expect(await addToCart(shop, visitor, { items: [item], form })).toMatchObject({ ok: true });
      const answer = await requestPrice([['product_id', String(mug)], ['quantity', String(quantity)], ...fields]);
      livePrices.push(answer.json<LivePrice>().amounts);
    }
    const { lines } = await getCart(shop, visitor);
    expect(livePrices).toHaveLength(24);
    expect(livePrices).toEqual(lines.map(({ unitPrice, total }) => ({ unit: unitPrice, total, currency: 'EUR' })));
  });

  it('is formatted, for one item with its add-ons and for all', async () => {
    const product = ['product_id', String(mug)] as const;
    const one = await requestPrice([product, ['quantity', '1'], ['addon-initials', 'x'], ['addon-wrap', 'yes']]);
    expect(one.json()).toMatchObject({
      headline: '€43.49',
      total: { label: 'Total', price: '€43.49' },
    });
    const three = await requestPrice([product, ['quantity', '3']]);
    expect(three.json()).toMatchObject({ headline: '€29.99', total: { label: 'Total for 3', price: '€89.97' } });
  });

  it('takes one query, creates no visitor and changes nothing', async () => {
    const fields: Fields = [
      ['product_id', String(mug)],
      ['quantity', '2'],
      ['addon-wrap', 'yes'],
    ];
    const countRows = () =>
      shop.db.execute(
        sql`select (select count(*) from carts) as carts, (select count(*) from platform.visitors) as visitors`,
      );
    const before = (await countRows()).rows;
    const { value, queries, texts } = await countQueries(async () => await requestPrice(fields));
    expect(queries, texts.join('\n')).toBe(1);
    expect(value.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(value.headers['set-cookie']).toBeUndefined();
    expect((await countRows()).rows).toEqual(before);
  });

  it('is given for the chosen variation, and not for products that cannot be bought', async () => {
    const { product, small, large } = await addBowl(shop);
    const draft = await addProduct(shop, { status: 'draft' });
    const fetchPrice = async (fields: Fields) => {
      const answer = await requestPrice(fields);
      return answer.statusCode === 200 ? answer.json<LivePrice>().amounts.unit : answer.json<{ code: string }>().code;
    };
    const id = ['product_id', String(product)] as const;
    const one = ['quantity', '1'] as const;
    const { lines } = await getCart(shop, await createCartWithLargeBowl(product));
    expect(await fetchPrice([id, one, ['variation_id', String(large)]])).toBe(lines[0]?.unitPrice);
    expect(await fetchPrice([id, one])).toBe('MAKE_A_SELECTION');
    expect(await fetchPrice([['product_id', String(mug)], one, ['variation_id', String(small)]])).toBe('NOT_FOUND');
    expect(await fetchPrice([['product_id', String(draft)], one])).toBe('NOT_FOUND');
    expect(await fetchPrice([['product_id', '999999'], one])).toBe('NOT_FOUND');
    const group = await addProduct(shop, { type: 'grouped' });
    expect(await fetchPrice([['product_id', String(group)], one])).toBe('UNAVAILABLE');
  });

  it('refuses malformed requests', async () => {
    const id = ['product_id', String(mug)] as const;
    const codes = await Promise.all(
      [
        [],
        [
          ['product_id', 'x'],
          ['quantity', '1'],
        ],
        [id, ['quantity', '0']],
        [id, ['quantity', '10000']],
        [id, ['quantity', '1.5']],
        [id, ['quantity', '1'], ['addon-initials', 'x'.repeat(1001)]],
        [id, ['quantity', '1'], ['variation_id', '-1']],
      ].map(async (fields) => (await requestPrice(fields as unknown as Fields)).json<{ code: string }>().code),
    );
    expect(codes).toEqual(codes.map(() => 'invalid_input'));
    const long = await requestPrice([id, ['quantity', '1'], ['addon-initials', 'LONG']]);
    expect(long.json()).toMatchObject({ code: 'ADDON_TOO_LONG', data: { status: 400 } });
    const other = await requestPrice([id, ['quantity', '1'], ['addon-box', 'gold']]);
    expect(other.json()).toMatchObject({ code: 'ADDON_UNKNOWN_OPTION' });
  });
});

/** @returns a visitor with the large bowl in the cart */
async function createCartWithLargeBowl(product: number): Promise<TestGuest> {
  const visitor = await createVisitor(shop.db);
  const chosen = { size: 'large', glaze: 'ash' };
  await addToCart(shop, visitor, { items: [{ productId: product, variationId: null, chosen, quantity: 1 }], form: {} });
  return visitor;
}

describe('the "buy now" button', () => {
  it('[5.2/7] [8.2/8] explains without script what is missing or does not exist', async () => {
    const { product } = await addBowl(shop);
    const visitor = newShopper({ http });
    const press = async (choice: Record<string, string>) => {
      const answer = await visitor.submit('/cart/add', { product_id: String(product), buy_now: '1', ...choice });
      expect(answer.status).toBe(422);
      return answer.body;
    };
    const missing = await press({});
    expect(missing).toContain('Please select some product options before adding this product to your cart.');
    expect(missing).toContain('name="buy_now" value="1"');
    expect(await press({ attribute_size: 'huge', attribute_glaze: 'ash' })).toContain(
      'Sorry, this product is unavailable. Please choose a different combination.',
    );
    expect((await visitor.visit('/cart')).body).toContain('Your cart is empty');
  });
});
