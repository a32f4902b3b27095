import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calculateCart, getCart } from '#features/cart/index.ts';
import type { CliOutput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, salesShop, testClock } from '#tests/support/sales.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import { promotionCommands } from './commands.ts';
import * as tables from './tables.ts';

const { database, db } = useDatabase();
const clock = testClock(new Date('2026-11-27T12:00:00Z'));
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
});

beforeEach(async () => {
  await db.execute(sql`delete from promotions`);
});

/** Runs a command as the command line does. */
async function run(name: string, args: readonly string[] = [], options: Record<string, string> = {}) {
  const lines: string[] = [];
  const output: CliOutput = {
    json: false,
    line: (text) => lines.push(text),
    warn: (text) => lines.push(text),
    table: (head, rows) => lines.push(...[head, ...rows].map((row) => row.join(' | '))),
    result: () => {},
    progress: () => ({ advance: () => {}, end: () => {} }),
  };
  const command = promotionCommands.find((each) => each.name === `promotions ${name}`);
  return {
    code: await command?.run(
      shop,
      { arguments: args, options, actor: createSystemActor('shop'), readSecret: async () => '' },
      output,
    ),
    text: lines.join('\n'),
  };
}

const calculateDiscount = async (wanted: readonly (readonly [product: number, quantity: number])[]) => {
  const cart = await getCart(shop, await createVisitorWithCart(shop, wanted));
  return (await calculateCart(shop, db, cart)).totals.discountTotal;
};

it('the table in code matches the migration', async () => {
  expect(await findTableDifferences(Object.values(tables), database)).toEqual([]);
});

describe('shop promotions', () => {
  it('adds, lists and removes a promotion', async () => {
    const bowl = await addProduct(shop, { price: 1000 });
    const added = await run('add', ['Autumn sale'], { percent: '12.5', minItems: '2' });
    expect(added).toMatchObject({
      code: 0,
      text: expect.stringContaining('Autumn sale, 12.5 % off the order from 2 items'),
    });
    expect(await calculateDiscount([[bowl, 1]])).toBe(0);
    expect(await calculateDiscount([[bowl, 2]])).toBe(250);
    const { text } = await run('list');
    const id = /^(\d+) \| Autumn sale/m.exec(text)?.[1] ?? '';
    expect(await run('remove', [id])).toMatchObject({ code: 0 });
    expect(await calculateDiscount([[bowl, 2]])).toBe(0);
    expect(await run('remove', [id])).toMatchObject({ code: 1 });
  });

  it('adds one for products by SKU', async () => {
    const [bowl, cup] = [await addProduct(shop, { price: 1000 }), await addProduct(shop, { price: 1000 })];
    await db.execute(sql`update variations set sku = 'BOWL-1' where id = ${bowl}`);
    expect(await run('add', ['Bowls'], { amount: '1.50', products: 'bowl-1' })).toMatchObject({ code: 0 });
    expect(await calculateDiscount([[cup, 4]])).toBe(0);
    expect(
      await calculateDiscount([
        [bowl, 2],
        [cup, 1],
      ]),
    ).toBe(300);
    expect(await run('add', ['Bowls'], { amount: '1.50', products: 'BOWL-2' })).toMatchObject({ code: 1 });
  });

  it('is valid from its first moment until before its end', async () => {
    const bowl = await addProduct(shop, { price: 1000 });
    await run('add', ['Friday'], { percent: '10', from: '2026-11-27T13:00', to: '2026-11-28' });
    expect(await calculateDiscount([[bowl, 1]])).toBe(0);
    clock.forward(60 * 60 * 1000);
    expect(await calculateDiscount([[bowl, 1]])).toBe(100);
    clock.forward(11 * 60 * 60 * 1000);
    expect(await calculateDiscount([[bowl, 1]])).toBe(0);
  });

  it.each([
    ['no discount', {}],
    ['two discounts', { percent: '10', amount: '5' }],
    ['more than 100 %', { percent: '101' }],
    ['no amount', { amount: '0' }],
    ['an impossible date', { percent: '10', from: '2026-13-01' }],
    ['an end before its start', { percent: '10', from: '2026-11-28', to: '2026-11-27' }],
    ['a fraction of items', { percent: '10', minItems: '1.5' }],
    ['a percentage with an exponent (A1)', { percent: '1e1' }],
    ['a percentage in another base (A1)', { percent: '0x10' }],
    ['an ambiguous amount (A1)', { amount: '1.250' }],
    ['an ambiguous minimum (A1)', { percent: '10', minSpend: '1,250' }],
    ['a number of items with an exponent (A1)', { percent: '10', minItems: '1e1' }],
  ])('refuses %s', async (_, options) => {
    expect(await run('add', ['Sale'], options)).toMatchObject({ code: 2 });
  });
});
