import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Order } from '#features/orders/index.ts';
import { createChance } from '#tests/support/chance.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { homeAddress, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { addTaxes, type TaxRate, type TaxRounding } from './taxes.ts';

const { database, db } = useDatabase();

interface StoredTax {
  readonly part: string;
  readonly taxClass: string;
  readonly key: string;
  readonly name: string;
  readonly rate: number;
  readonly isCompound: boolean;
  readonly net: number;
  readonly amount: number;
}

/** Reads the tax lines of an order, with keys as in its calculation. */
async function readTaxes({ id }: Order): Promise<StoredTax[]> {
  const { rows } = await db.execute<StoredTax & Record<string, unknown>>(sql`
    select coalesce('line:' || l.key, 'shipping:' || s.method_id || ':' || t.tax_class) as part, t.tax_class as "taxClass", t.rate_key as key, t.name,
      t.rate, t.is_compound as "isCompound", t.net, t.amount
    from order_tax_lines t left join order_lines l on l.id = t.line_id left join order_shipping_lines s on s.id = t.shipping_line_id
    where t.order_id = ${id} order by part, t.position`);
  return rows;
}

it('the stored prices, adjustments and rates of orders give their stored sums', async () => {
  const chance = createChance(11);
  await db.execute(sql`insert into tax_rates (country, percent, name, tax_class, priority, compound) values
    ('IE', 23, 'VAT', 'standard', 1, false), ('IE', 9.975, 'Levy', 'standard', 2, true), ('IE', 13.5, 'VAT', 'reduced-rate', 1, false),
    ('DE', 19, 'MwSt', 'standard', 1, false), ('DE', 7, 'MwSt', 'reduced-rate', 1, false)`);
  await db.execute(sql`insert into promotions (name, percent, amount, currency, priority)
    values ('Sale', 12.5, null, 'EUR', 1), ('Off', null, 333, 'EUR', 2)`);
  for (const rounding of ['line', 'total'] as const satisfies readonly TaxRounding[]) {
    for (const pricesIncludeTax of [true, false]) {
      const otherZones = chance.pick(['same-gross', 'same-net']);
      const settings = { pricing: { taxes: { rounding, otherZones } } };
      const { shop } = await salesShop(database, { settings, prices: { pricesIncludeTax } });
      for (const country of ['IE', 'DE']) {
        const products = await Promise.all(
          Array.from({ length: chance.whole(1, 5) }, () => addProduct(shop, { price: chance.whole(1, 9999) })),
        );
        for (const id of products.filter(() => chance.happens(0.4)))
          await db.execute(sql`update products set tax_class = 'reduced-rate' where id = ${id}`);
        const wanted = products.map((id) => [id, chance.whole(1, 4)] as const);
        const billing = { ...homeAddress, country, postcode: country === 'DE' ? '10115' : '' };
        await expectSameTaxes(await placeTestOrder(shop, wanted, { billing }), rounding);
      }
    }
  }
});

async function expectSameTaxes(order: Order, rounding: TaxRounding): Promise<void> {
  const items = order.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  const discounts = order.adjustments.reduce((sum, { amount }) => sum + amount, 0);
  expect(items + discounts).toBe(order.lines.reduce((sum, { total }) => sum + total, 0));
  const parts = [...Map.groupBy(await readTaxes(order), ({ part }) => part)].map(([key, taxes]) => {
    const rates = taxes.map(({ net: _, amount: __, part: ___, ...rate }): TaxRate => rate);
    const net = taxes[0]?.net ?? 0;
    return { key, rates, net, gross: net + taxes.reduce((sum, { amount }) => sum + amount, 0), taxes };
  });
  // Prices with tax keep their gross amounts, unless another zone converted them to net ones.
  const isGross =
    order.pricesIncludeTax && order.total === order.itemsTotal - order.discountTotal + order.shippingTotal;
  const again = addTaxes(
    parts.map(({ key, rates, net, gross }) => ({ key, rates, amount: isGross ? gross : net, includesTax: isGross })),
    rounding,
  );
  expect(parts.length).toBeGreaterThan(0);
  expect(again.map(({ key, net, taxes }) => [key, net, taxes.map(({ amount }) => amount)])).toEqual(
    parts.map(({ key, net, taxes }) => [key, net, taxes.map(({ amount }) => amount)]),
  );
}
