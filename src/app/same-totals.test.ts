import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { type Chance, createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';

const { database, db } = useDatabase();
const store = '/api/st/store/v1';
/** 200 take half a minute: `TOTALS_CARTS=200`. */
const carts = Number(process.env.TOTALS_CARTS ?? 12);

const parcel = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: '4.90 + 0.35 * [qty]' } as const;
const express = { type: 'flat_rate', id: 'flat_rate:2', title: 'Express', cost: 1290 } as const;
const free = { type: 'free_shipping', id: 'free_shipping:3', title: 'Free', minimum: 5000 } as const;
const zones = [
  { name: 'Dublin', places: [{ country: 'IE', postcodes: ['D0*'] }], methods: [{ ...parcel, cost: 300 }, free] },
  { name: 'Ireland', places: [{ country: 'IE' }], methods: [parcel, express] },
  { name: 'Germany', places: [{ country: 'DE' }], methods: [express] },
];
const addresses = [
  { country: 'IE', postcode: 'D02 X285' },
  { country: 'IE', postcode: 'T12 W8KP' },
  { country: 'DE', postcode: '10115' },
] as const;

const apps: App[] = [];
const products: number[] = [];
let virtual = 0;

beforeAll(async () => {
  for (const basedOn of ['shipping', 'billing'] as const)
    for (const pricesIncludeTax of [true, false]) {
      const settings = { shipping: { zones }, pricing: { taxes: { basedOn } } };
      apps.push(await salesShop(database, { settings, prices: { pricesIncludeTax, baseAddress: { country: 'IE' } } }));
    }
  const [first] = apps;
  if (!first) throw new Error('no shop was opened');
  for (const price of [333, 1999, 1250, 4901]) products.push(await addProduct(first.shop, { price }));
  virtual = await addProduct(first.shop, { price: 777, virtual: true });
  products.push(virtual);
  await db.execute(
    sql`update products set tax_class = 'reduced-rate' where id = any(${`{${products.slice(1, 3)}}`}::integer[])`,
  );
  await db.execute(sql`insert into tax_rates (country, percent, name, tax_class) values
    ('IE', 23, 'VAT', 'standard'), ('IE', 13.5, 'VAT', 'reduced-rate'), ('DE', 19, 'MwSt', 'standard'), ('DE', 7, 'MwSt', 'reduced-rate')`);
  await db.execute(sql`insert into coupons (code, code_key, percent, currency, free_shipping) values
    ('SEVEN', 'seven', 7, 'EUR', false), ('THIRD', 'third', 33, 'EUR', false), ('SENT', 'sent', null, 'EUR', true)`);
});

interface Totals {
  readonly state: number;
  readonly storeApi: number;
  readonly cartPage: string;
  readonly checkout: string;
  /** Before discounts, without shipping. */
  readonly subtotals: readonly (string | undefined)[];
}

const format = (amount: number) => `€${(amount / 100).toLocaleString('en-IE', { minimumFractionDigits: 2 })}`;

/** The last row of the totals of a page. */
function readGrandTotal(html: string): string {
  const rows = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)];
  return rows.findLast(([, label = '']) => /total$/i.test(label) && label !== 'Subtotal')?.[2] ?? '';
}

function getCookies(shopper: Shopper): Readonly<Record<string, string>> {
  return { cookie: [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}

async function callStore({ http }: App, shopper: Shopper, path: string, payload: object): Promise<void> {
  const headers = getCookies(shopper);
  const { nonce } = (await http.inject({ url: `${store}/cart`, headers })).headers;
  const url = `${store}${path}`;
  const reply = await http.inject({ method: 'POST', url, payload, headers: { ...headers, nonce: String(nonce) } });
  expect([url, reply.statusCode]).toEqual([url, 200]);
}

async function readTotals({ http }: App, shopper: Shopper): Promise<Totals> {
  const fields = { page: 'cart', fragments: { 'mini-cart': {} } };
  const refresh = { method: 'POST', url: '/api/store/v1/cart/refresh', payload: fields } as const;
  const state = await http.inject({ ...refresh, headers: getCookies(shopper) });
  const { fragments } = state.json() as { fragments: Readonly<Record<string, string>> };
  const cart = await http.inject({ url: `${store}/cart`, headers: getCookies(shopper) });
  const [cartPage, checkout] = [(await shopper.visit('/cart')).body, (await shopper.visit('/checkout')).body];
  return {
    state: (state.json() as { cart: { total: number } }).cart.total,
    storeApi: Number(cart.json().totals.total_price),
    cartPage: readGrandTotal(cartPage),
    checkout: readGrandTotal(checkout),
    subtotals: [
      /Subtotal<\/span> <span class="price">([^<]*)</.exec(fragments['mini-cart'] ?? '')?.[1],
      ...[cartPage, checkout].map((html) => /<dt>Subtotal<\/dt><dd>([^<]*)</.exec(html)?.[1]),
    ],
  };
}

/** Fills a cart and says where it goes, by the forms of the cart or by the store API. */
async function fillCart(app: App, chance: Chance): Promise<Shopper> {
  const shopper = newShopper(app);
  const chosen = [...chance.shuffle(products).slice(0, chance.whole(1, products.length))];
  // Goods need a destination; downloads alone have none to estimate.
  for (const id of new Set([...chosen, products[0] ?? 0])) await shopper.addToCart(id, chance.whole(1, 6));
  const [destination, billing] = [chance.pick(addresses), chance.pick(addresses)];
  const way = chance.pick(['store-api', 'order-review', 'form'] as const);
  if (way === 'store-api') {
    const both = { shipping_address: destination, billing_address: billing };
    await callStore(app, shopper, '/cart/update-customer', both);
  } else if (way === 'order-review') {
    const { country: s_country, postcode: s_postcode } = destination;
    await shopper.submit('/?st-ajax=update_order_review', { ...billing, s_country, s_postcode });
  } else {
    const { country, postcode } = destination;
    await shopper.submit('/cart/destination', { shipping_country: country, shipping_postcode: postcode });
  }
  for (const coupon_code of ['seven', 'third', 'sent'])
    if (chance.happens(0.4)) await shopper.submit('/cart/coupon', { coupon_code });
  if (chance.happens(0.5)) await shopper.submit('/cart/shipping', { shipping_method: 'flat_rate:2' });
  if (chosen.includes(virtual) && chance.happens(0.5)) await removeGoods(app, shopper);
  return shopper;
}

/** Leaves what is not shipped in the cart. */
async function removeGoods({ http }: App, shopper: Shopper): Promise<void> {
  const cart = await http.inject({ url: `${store}/cart`, headers: getCookies(shopper) });
  const items = (cart.json() as { items: { id: number; key: string }[] }).items.filter(({ id }) => id !== virtual);
  for (const { key } of items) await shopper.submit('/cart/remove', { cart_item_key: key });
}

describe('the total of a cart', () => {
  it(`is the same in its state, the store API, mini-cart, cart page and checkout, for ${carts} random carts`, async () => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= carts; seed += 1) {
      const chance = createChance(seed);
      const app = chance.pick(apps);
      const { state, storeApi, cartPage, checkout, subtotals } = await readTotals(app, await fillCart(app, chance));
      expect({ seed, storeApi, cartPage, checkout }).toEqual({
        ...{ seed, storeApi: state },
        ...{ cartPage: format(state), checkout: format(state) },
      });
      expect([seed, ...new Set(subtotals)]).toEqual([seed, expect.stringMatching(/^€[\d,.]+$/)]);
      seen.add(state);
    }
    expect(seen.size).toBeGreaterThan(carts / 2);
  });
});
