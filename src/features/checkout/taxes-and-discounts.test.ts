import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { applyCoupon, calculateCart, getCart, removeLine, setDestination } from '#features/cart/index.ts';
import { createOrderLink, getOrder, type Order } from '#features/orders/index.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  checkoutInput,
  createCustomer,
  createVisitorWithCart,
  homeAddress,
  placeTestOrder,
  putInCart,
  readTotal,
  salesShop,
} from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { calculateOrder } from './calculate-order.ts';
import { placeOrder } from './place/place-order.ts';

const { database, db } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  ({ shop, http } = await salesShop(database));
});
const german = { ...homeAddress, country: 'DE', postcode: '10115', city: 'Berlin' };

const addRates = () =>
  db.execute(sql`insert into tax_rates (country, percent, name, tax_class) values
    ('IE', 23, 'VAT', 'standard'), ('IE', 13.5, 'VAT', 'reduced-rate'), ('DE', 19, 'MwSt', 'standard')`);
const addPromotion = (facts: { percent?: number; amount?: number; products?: number[]; minQuantity?: number }) => {
  const products = facts.products ? sql`${`{${facts.products}}`}::integer[]` : sql`null`;
  return db.execute(sql`insert into promotions (name, percent, amount, currency, product_ids, min_quantity)
    values ('Autumn sale', ${facts.percent ?? null}, ${facts.amount ?? null}, 'EUR', ${products}, ${facts.minQuantity ?? 1})`);
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What an order stores must give its sums. */
function expectSums(order: Order): void {
  const parts = [...order.lines, ...order.shipping, ...order.fees];
  for (const { net, tax, gross } of parts) expect(net + tax).toBe(gross);
  expect(sum(parts.map(({ gross }) => gross))).toBe(order.total);
  expect(sum(parts.map(({ tax }) => tax))).toBe(order.taxTotal);
  expect(sum(order.taxes.map(({ amount }) => amount))).toBe(order.taxTotal);
  expect(sum(order.lines.map(({ unitPrice, quantity }) => unitPrice * quantity))).toBe(order.itemsTotal);
  expect(0 - sum(order.adjustments.map(({ amount }) => amount))).toBe(order.discountTotal);
}

beforeEach(async () => {
  await db.execute(sql`delete from tax_rates`);
  await db.execute(sql`delete from promotions`);
});

const readPage = async (order: Pick<Order, 'token'>, app: Pick<App, 'shop' | 'http'> = { shop, http }) => {
  const { body } = await newShopper(app).visit(createOrderLink(app.shop, order));
  const list = /<dl class="totals">.*?<\/dl>/s.exec(body)?.[0] ?? '';
  return [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => `${label} ${value}`);
};

describe('an order', () => {
  it('lists its discounts and taxes in the order of the cart', async () => {
    await db.execute(sql`insert into tax_rates (country, percent, name, tax_class, priority, compound) values
      ('IE', 5, 'GST', 'standard', 1, false), ('IE', 9.975, 'QST', 'standard', 2, true), ('IE', 1, 'Levy', 'standard', 3, true)`);
    await db.execute(sql`insert into promotions (name, percent, currency, priority)
      values ('Third', 3, 'EUR', 3), ('First', 5, 'EUR', 1), ('Second', 4, 'EUR', 2)`);
    await db.execute(
      sql`insert into coupons (code, code_key, percent, currency, priority) values ('B', 'b', 2, 'EUR', 2), ('A', 'a', 1, 'EUR', 1)`,
    );
    const products = await Promise.all([1230, 999, 500].map((price) => addProduct(shop, { price })));
    const visitor = await createVisitorWithCart(
      shop,
      products.map((id) => [id, 1] as const),
    );
    for (const code of ['B', 'A']) await applyCoupon(shop, { owner: visitor, code, ipAddress: null });
    const cart = await calculateCart(shop, db, await getCart(shop, visitor));
    const placed = await placeOrder(shop, visitor, checkoutInput({ expectedTotal: await readTotal(shop, visitor) }));
    const order = placed.ok ? await getOrder(db, { token: placed.token }) : null;
    const listNames = (parts: { adjustments: readonly { name: string }[]; taxes: Order['taxes'] } | null) => ({
      discounts: [...new Set(parts?.adjustments.map(({ name }) => name))],
      taxes: parts?.taxes.map(({ rate }) => rate.name),
    });
    expect(listNames(order)).toEqual({
      discounts: ['First', 'Second', 'Third', 'A', 'B'],
      taxes: ['GST', 'QST', 'Levy'],
    });
    expect(listNames(cart)).toEqual(listNames(order));
  });

  it('has no taxes without rates, and totals as before', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1230 }), 2]]);
    expect(order).toMatchObject({ itemsTotal: 2460, taxTotal: 0, total: 2960, taxes: [] });
    expect(order.lines).toMatchObject([{ net: 2460, tax: 0, gross: 2460 }]);
    expect(await readPage(order)).toEqual(['Subtotal €24.60', 'Parcel €5.00', 'Total €29.60']);
    expectSums(order);
  });

  it('stores and shows included taxes by name', async () => {
    await addRates();
    const [bowl, book] = [await addProduct(shop, { price: 1230 }), await addProduct(shop, { price: 1135 })];
    await db.execute(sql`update products set tax_class = 'reduced-rate' where id = ${book}`);
    const order = await placeTestOrder(shop, [
      [bowl, 2],
      [book, 1],
    ]);
    expect(order.lines).toMatchObject([
      { net: 2000, tax: 460, gross: 2460, total: 2460 },
      { net: 1000, tax: 135, gross: 1135 },
    ]);
    expect(order.taxes).toMatchObject([
      { rate: { name: 'VAT', taxClass: 'standard', rate: 230_000 } },
      { rate: { name: 'VAT', taxClass: 'reduced-rate', rate: 135_000 } },
    ]);
    expect(await readPage(order)).toEqual([
      'Subtotal €35.95',
      'Parcel €5.00',
      `incl. VAT 23% €5.24`,
      `incl. VAT 13.5% €1.54`,
      'Total €40.95',
    ]);
    expectSums(order);
  });

  it('stores its package, and from which country each taxed part is sent', async () => {
    await addRates();
    const [bowl, voucher] = [await addProduct(shop, { price: 1230 }), await addProduct(shop, { virtual: true })];
    const place = async () => {
      const { id } = await placeTestOrder(
        shop,
        [
          [bowl, 1],
          [voucher, 1],
        ],
        { shipping: german },
      );
      const packages = await db.execute(
        sql`select package_key, location_id from order_shipping_lines where order_id = ${id}`,
      );
      expect(packages.rows).toEqual([{ package_key: 'main', location_id: 1 }]);
      const { rows } = await db.execute(sql`select dispatch_country as country from order_tax_lines
        where order_id = ${id} order by line_id nulls last`);
      return rows.map(({ country }) => country);
    };
    expect(await place()).toEqual(['IE', 'IE', 'IE']);
    await db.execute(sql`update stock_locations set country = 'NL'`);
    expect(await place()).toEqual(['NL', 'IE', 'NL']);
    await db.execute(sql`update stock_locations set country = null`);
  });

  it.each([
    ['shipping', 'MwSt', 19],
    ['billing', 'VAT', 23],
    ['shop', 'VAT', 23],
  ])('has the rates of the %s address when taxes are based on it', async (basedOn, name, percent) => {
    await addRates();
    const app = await salesShop(database, { settings: { pricing: { taxes: { basedOn } } } });
    const lines = [[await addProduct(shop, { price: 1000 }), 1]] as const;
    const order = await placeTestOrder(app.shop, lines, { shipping: german });
    expect(order.taxes).toMatchObject([{ rate: { name, rate: percent * 10_000 } }]);
    expectSums(order);
    const cart = await getCart(app.shop, await createVisitorWithCart(app.shop, lines));
    const { isEstimate, isTaxByAddress } = await calculateCart(app.shop, db, cart);
    expect({ isEstimate, isTaxByAddress }).toEqual({
      isEstimate: basedOn !== 'shop',
      isTaxByAddress: basedOn !== 'shop',
    });
  });

  it('has no taxes for a customer whom the shop has freed from them', async () => {
    await addRates();
    const customer = await createCustomer(shop);
    await putInCart(shop, customer.owner, await addProduct(shop, { price: 1230 }));
    const place = async () => {
      const expectedTotal = await readTotal(shop, customer.owner);
      return { expectedTotal, ...(await placeOrder(shop, customer.actor, checkoutInput({ expectedTotal }))) };
    };
    await db.execute(sql`update customers set tax_exemption = 'Embassy' where id = ${customer.customer.id}`);
    const placed = await place();
    // 12.30 and 5.00 without 23 %.
    expect(placed).toMatchObject({ ok: true, expectedTotal: 1000 + 407 });
    const order = await getOrder(db, { token: placed.ok ? placed.token : '' });
    expect(order).toMatchObject({ taxTotal: 0, total: 1407 });
    await db.execute(sql`update customers set tax_exemption = null where id = ${customer.customer.id}`);
    await putInCart(shop, customer.owner, await addProduct(shop, { price: 1230 }));
    expect(await place()).toMatchObject({ ok: true, expectedTotal: 1730 });
  });

  it('adds taxes to prices without them', async () => {
    await addRates();
    const app = await salesShop(database, { prices: { taxDisplay: 'excluding', pricesIncludeTax: false } });
    const order = await placeTestOrder(app.shop, [[await addProduct(shop, { price: 1000 }), 1]]);
    expect(order).toMatchObject({ itemsTotal: 1000, shippingTotal: 500, taxTotal: 345, total: 1845 });
    expect(await readPage(order, app)).toEqual(['Subtotal €10.00', 'Parcel €5.00', 'VAT €3.45', 'Total €18.45']);
    expectSums(order);
  });

  it('shows prices with tax that are entered without it', async () => {
    await addRates();
    const app = await salesShop(database, { prices: { taxDisplay: 'including', pricesIncludeTax: false } });
    const order = await placeTestOrder(app.shop, [[await addProduct(shop, { price: 1000 }), 2]]);
    expect(await readPage(order, app)).toEqual([
      'Subtotal €24.60',
      'Parcel €6.15',
      'incl. VAT 23% €5.75',
      'Total €30.75',
    ]);
  });

  it.each([
    ['same-gross', { net: 1034, tax: 196, gross: 1230 }],
    ['same-net', { net: 1000, tax: 190, gross: 1190 }],
  ])('in another zone has the %s', async (otherZones, line) => {
    await addRates();
    const app = await salesShop(database, { settings: { pricing: { taxes: { otherZones } } } });
    const bowl = await addProduct(shop, { price: 1230 });
    const order = await placeTestOrder(app.shop, [[bowl, 1]], { billing: german });
    expect(order.lines).toMatchObject([line]);
    expect(order.taxes).toMatchObject([{ rate: { name: 'MwSt' } }]);
    expectSums(order);
  });

  it('keeps its discounts when the promotion is gone, and the next order has the full price', async () => {
    await addRates();
    const bowl = await addProduct(shop, { price: 1230 });
    await addPromotion({ percent: 10, minQuantity: 3 });
    expect((await placeTestOrder(shop, [[bowl, 2]])).discountTotal).toBe(0);
    const { id } = await placeTestOrder(shop, [[bowl, 3]]);
    await db.execute(sql`delete from promotions`);
    const order = await getOrder(db, { id });
    expect(order).toMatchObject({ itemsTotal: 3690, discountTotal: 369, total: 3821 });
    expect(order?.adjustments).toMatchObject([{ name: 'Autumn sale', amount: -369 }]);
    expect(order && (await readPage(order))).toEqual([
      'Subtotal €36.90',
      'Autumn sale −€3.69',
      'Parcel €5.00',
      'incl. VAT 23% €7.14',
      'Total €38.21',
    ]);
    if (order) expectSums(order);
    expect((await placeTestOrder(shop, [[bowl, 3]])).discountTotal).toBe(0);
  });

  it('takes an amount off each item of some products', async () => {
    const [bowl, cup] = [await addProduct(shop, { price: 1000 }), await addProduct(shop, { price: 300 })];
    await addPromotion({ amount: 200, products: [bowl] });
    const order = await placeTestOrder(shop, [
      [bowl, 2],
      [cup, 1],
    ]);
    expect(order.lines).toMatchObject([{ total: 1600 }, { total: 300 }]);
    expectSums(order);
  });

  it('is refused when the taxes of the address change the total that was shown', async () => {
    await addRates();
    const app = await salesShop(database, { prices: { taxDisplay: 'excluding' } });
    const visitor = await createVisitorWithCart(app.shop, [[await addProduct(shop, { price: 1000 }), 1]]);
    const expectedTotal = await readTotal(app.shop, visitor, homeAddress);
    const input = checkoutInput({ expectedTotal, billing: german });
    expect(await placeOrder(app.shop, visitor, input)).toEqual({ ok: false, code: 'PRICE_CHANGED', total: 1785 });
  });

  it('of a pickup is taxed at the base address', async () => {
    await addRates();
    const zones = [{ name: 'Everywhere', methods: [{ type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup' }] }];
    const app = await salesShop(database, { settings: { shipping: { zones } } });
    const bowl = await addProduct(shop, { price: 1230 });
    const changes = { billing: german, shippingMethod: 'local_pickup:1' };
    expect((await placeTestOrder(app.shop, [[bowl, 1]], changes)).taxes).toMatchObject([{ rate: { name: 'VAT' } }]);
  });
});

it('an order that nothing is shipped of is taxed at the billing address', async () => {
  await addRates();
  const voucher = await addProduct(shop, { price: 1230, virtual: true });
  const order = await placeTestOrder(shop, [[voucher, 1]], { shipping: german, expectedTotal: 1230 });
  expect(order.taxes).toMatchObject([{ rate: { name: 'VAT' } }]);
});

describe('the cart', () => {
  it('shows discounts, estimated taxes and estimated shipping', async () => {
    await addRates();
    await addPromotion({ percent: 50 });
    const bowl = await addProduct(shop, { price: 1230 });
    const client = newShopper({ http });
    await client.addToCart(bowl, 2);
    const { body } = await client.visit('/cart');
    const list = /<dl class="totals">.*?<\/dl>/s.exec(body)?.[0] ?? '';
    expect(
      [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => `${label} ${value}`),
    ).toEqual([
      'Subtotal €24.60',
      'Autumn sale −€12.30',
      'Shipping €5.00',
      'incl. VAT 23% (estimated) €2.30',
      'Estimated total €17.30',
    ]);
  });

  it('is taxed as its order is, at the billing address, once nothing of it is shipped any more', async () => {
    await db.execute(sql`insert into tax_rates (country, percent, name, tax_class) values
      ('IE', 23, 'VAT', 'standard'), ('DE', 19, 'MwSt', 'standard')`);
    const prices = { pricesIncludeTax: false, baseAddress: { country: 'IE' } };
    const { shop: netShop } = await salesShop(database, { prices });
    const [bowl, voucher] = [await addProduct(shop), await addProduct(shop, { price: 10_000, virtual: true })];
    const visitor = await createVisitorWithCart(netShop, [
      [bowl, 1],
      [voucher, 1],
    ]);
    await setDestination(netShop, visitor, homeAddress, german);
    const readTaxes = async () => {
      const cart = await getCart(netShop, visitor);
      const own = await calculateCart(netShop, db, cart);
      const destination = { email: null, shippingAddress: homeAddress, billingAddress: german, shippingMethod: '' };
      const { calculation: ordered } = await calculateOrder(netShop, db, cart, destination);
      return [own, ordered].map(({ lines }) => lines.flatMap(({ taxes }) => taxes.map(({ rate }) => rate.name)));
    };
    expect(await readTaxes()).toEqual([
      ['VAT', 'VAT'],
      ['VAT', 'VAT'],
    ]);
    const { lines } = await getCart(netShop, visitor);
    await removeLine(netShop, visitor, lines.find(({ productId }) => productId === bowl)?.key ?? '');
    expect(await readTaxes()).toEqual([['MwSt'], ['MwSt']]);
  });

  it('is calculated with two queries', async () => {
    const visitor = await createVisitorWithCart(shop, [[await addProduct(shop), 1]]);
    const cart = await getCart(shop, visitor);
    expect((await countQueries(() => calculateCart(shop, db, cart))).queries).toBe(2);
  });
});

describe('database constraints', () => {
  const violate = async (change: (id: number) => ReturnType<typeof sql>) => {
    await addRates();
    await addPromotion({ percent: 10 });
    const { id } = await placeTestOrder(shop, [[await addProduct(shop, { price: 1230 }), 1]]);
    const failure = await db.execute(change(id)).catch((error: unknown) => error);
    return String((failure as { cause?: unknown }).cause ?? failure);
  };

  it.each<[string, (id: number) => ReturnType<typeof sql>, string]>([
    ['a total', (id) => sql`update orders set total = total + 1 where id = ${id}`, 'its total are not'],
    ['a tax', (id) => sql`update order_tax_lines set amount = amount + 1 where order_id = ${id}`, 'its lines are not'],
    ['a missing discount', (id) => sql`delete from order_adjustments where order_id = ${id}`, 'its lines are not'],
    [
      'a line',
      (id) => sql`update order_lines set net = net + 1, gross = gross + 1 where order_id = ${id}`,
      'its total are not',
    ],
    [
      'a gross',
      (id) => sql`update order_lines set gross = gross + 1 where order_id = ${id}`,
      'line_net_plus_tax_is_gross',
    ],
  ])('refuse %s that is not the sum of its parts', async (_, change, message) => {
    expect(await violate(change)).toContain(message);
  });
});
