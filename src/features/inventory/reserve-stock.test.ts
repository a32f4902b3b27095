import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { receiveStock, releaseStock } from './release-stock.ts';
import { reserveStock, type StockLine } from './reserve-stock.ts';
import { type StockLevelUpdate, updateStockLevel } from './write-stock-levels.ts';

const { db, pool } = useDatabase({ connections: 16 });

let productCount = 0;

/** A simple product with counted stock. */
async function addProduct(onHand: number, setting: StockLevelUpdate = {}): Promise<number> {
  productCount += 1;
  const { rows } = await pool.query<{ id: number }>(
    `with p as (insert into products (locale, type, status, slug, name, published_at) values ('en-GB', 'simple', 'published', $1, 'Product', now()) returning id),
      v as (insert into variations (id, product_id, stock_id) select id, id, id from p),
      s as (insert into stock_levels (variation_id, managed) select id, true from p)
    select id from p`,
    [`product-${productCount}`],
  );
  const id = rows[0]?.id ?? 0;
  await inTransaction(db, (tx) => updateStockLevel(tx, id, { onHand, ...setting }, 'test'));
  return id;
}

async function readLevel(id: number) {
  const { rows } = await pool.query(
    `select s.on_hand, s.backordered, coalesce(sum(m.delta), 0)::integer as moved, coalesce(sum(m.backordered), 0)::integer as backordered_movements
    from stock_levels s left join stock_movements m using (variation_id, location_id)
    where variation_id = $1 group by s.variation_id, s.location_id`,
    [id],
  );
  const row = rows[0];
  expect(
    { onHand: row.moved, backordered: row.backordered_movements },
    'the sums of the ledger equal the stock',
  ).toEqual({
    onHand: row.on_hand,
    backordered: row.backordered,
  });
  return { onHand: row.on_hand, backordered: row.backordered };
}

const reserve = (lines: StockLine[], reference = 'order:1') =>
  inTransaction(db, (tx) => reserveStock(tx, lines, reference));

describe('reserving stock', () => {
  it('reserves all lines and adds up lines of the same variation', async () => {
    const [bowl, cup] = [await addProduct(5), await addProduct(9)];
    const result = await reserve([
      { variationId: bowl, quantity: 2 },
      { variationId: cup, quantity: 4 },
      { variationId: bowl, quantity: 3 },
    ]);
    expect(result).toMatchObject({
      ok: true,
      reserved: [
        { stockId: bowl, variationId: bowl, quantity: 5, backordered: 0 },
        { stockId: cup, variationId: cup, quantity: 4, backordered: 0 },
      ],
    });
    expect([await readLevel(bowl), await readLevel(cup)]).toEqual([
      { onHand: 0, backordered: 0 },
      { onHand: 5, backordered: 0 },
    ]);
  });

  it('changes nothing when one line is short, also if the transaction continues', async () => {
    const [bowl, cup] = [await addProduct(5), await addProduct(1)];
    const result = await inTransaction(db, async (tx) => {
      const short = await reserveStock(
        tx,
        [
          { variationId: bowl, quantity: 2 },
          { variationId: cup, quantity: 2 },
          { variationId: 2_000_000, quantity: 1 },
        ],
        'order:2',
      );
      const second = await reserveStock(tx, [{ variationId: cup, quantity: 1 }], 'order:2');
      return { short, second };
    });
    expect(result.short).toEqual({
      ok: false,
      code: 'OUT_OF_STOCK',
      shortages: [
        { variationId: cup, available: 1 },
        { variationId: 2_000_000, available: 0 },
      ],
    });
    expect(result.second.ok).toBe(true);
    expect([await readLevel(bowl), await readLevel(cup)]).toEqual([
      { onHand: 5, backordered: 0 },
      { onHand: 0, backordered: 0 },
    ]);
  });

  it('takes the quantity on hand and backorders the rest', async () => {
    const bowl = await addProduct(3, { backorders: 'notify' });
    const result = await reserve([{ variationId: bowl, quantity: 5 }]);
    expect(result).toMatchObject({ ok: true, reserved: [{ quantity: 5, backordered: 2 }] });
    expect(await readLevel(bowl)).toEqual({ onHand: 0, backordered: 2 });
  });

  it('checks only the status of unmanaged stock', async () => {
    const [here, gone] = [
      await addProduct(0, { managed: false, status: 'in' }),
      await addProduct(0, { managed: false, status: 'out' }),
    ];
    expect(await reserve([{ variationId: here, quantity: 500 }])).toEqual({ ok: true, reserved: [], changes: [] });
    expect(await reserve([{ variationId: gone, quantity: 1 }])).toMatchObject({
      ok: false,
      shortages: [{ variationId: gone, available: 0 }],
    });
  });

  it('uses the master’s stock for several variations together', async () => {
    const master = await addProduct(3);
    const { rows } = await pool.query(
      `with v as (insert into variations (product_id, stock_id) select $1, $1 from generate_series(1, 2) returning id),
        s as (insert into stock_levels (variation_id) select id from v) select id from v order by id`,
      [master],
    );
    const [small, large] = rows.map((row) => row.id);
    const both = [
      { variationId: large, quantity: 2 },
      { variationId: small, quantity: 2 },
    ];
    expect(await reserve(both)).toMatchObject({
      ok: false,
      shortages: [
        { variationId: large, available: 3 },
        { variationId: small, available: 3 },
      ],
    });
    expect(
      await reserve([
        { variationId: large, quantity: 1 },
        { variationId: small, quantity: 2 },
      ]),
    ).toMatchObject({
      reserved: [
        { stockId: master, variationId: small, quantity: 2 },
        { stockId: master, variationId: large, quantity: 1 },
      ],
    });
    expect(await readLevel(master)).toEqual({ onHand: 0, backordered: 0 });
  });

  it('returns only changes that pages show', async () => {
    const many = await addProduct(50, { lowStockThreshold: 2 });
    const few = await addProduct(3, { lowStockThreshold: 2 });
    const quiet = await reserve([{ variationId: many, quantity: 1 }]);
    expect(quiet.ok && quiet.changes).toEqual([]);
    const low = await reserve([{ variationId: few, quantity: 1 }]);
    expect(low.ok && low.changes).toEqual([{ stockId: few, productId: few, from: 'in', to: 'in' }]);
    const last = await reserve([{ variationId: few, quantity: 2 }]);
    expect(last.ok && last.changes).toEqual([{ stockId: few, productId: few, from: 'in', to: 'out' }]);
  });
});

describe('releasing stock', () => {
  it('returns reserved stock, and settles backorders first', async () => {
    const bowl = await addProduct(3, { backorders: 'yes' });
    const first = await reserve([{ variationId: bowl, quantity: 5 }]);
    if (!first.ok) throw new Error('short');
    await inTransaction(db, (tx) => receiveStock(tx, bowl, 10, 'delivery'));
    expect(await readLevel(bowl)).toEqual({ onHand: 8, backordered: 0 });
    await inTransaction(db, (tx) => releaseStock(tx, first.reserved, 'order:1'));
    expect(await readLevel(bowl)).toEqual({ onHand: 13, backordered: 0 });
  });

  it('settles backorders of other orders before it raises the quantity on hand', async () => {
    const bowl = await addProduct(3, { backorders: 'notify' });
    const first = await reserve([{ variationId: bowl, quantity: 3 }]);
    const second = await reserve([{ variationId: bowl, quantity: 1 }]);
    await inTransaction(db, (tx) => releaseStock(tx, first.ok ? first.reserved : [], 'order:1'));
    expect(await readLevel(bowl)).toEqual({ onHand: 2, backordered: 0 });
    await inTransaction(db, (tx) => releaseStock(tx, second.ok ? second.reserved : [], 'order:2'));
    expect(await readLevel(bowl)).toEqual({ onHand: 3, backordered: 0 });
  });

  it('returns the change when a variation becomes available', async () => {
    const bowl = await addProduct(1);
    const taken = await reserve([{ variationId: bowl, quantity: 1 }]);
    const changes = await inTransaction(db, (tx) => releaseStock(tx, taken.ok ? taken.reserved : [], 'order:1'));
    expect(changes).toEqual([{ stockId: bowl, productId: bowl, from: 'out', to: 'in' }]);
  });

  it('ignores deleted stock rows', async () => {
    expect(await inTransaction(db, (tx) => releaseStock(tx, [{ stockId: 2_000_000, quantity: 1 }], 'x'))).toEqual([]);
    expect(await inTransaction(db, (tx) => updateStockLevel(tx, 2_000_000, { onHand: 1 }, 'x'))).toEqual({
      ok: false,
      code: 'VARIATION_NOT_FOUND',
    });
  });

  it('keeps the ledger consistent for any order of operations', async () => {
    const operation = fc.oneof(
      fc.record({ kind: fc.constant('take' as const), quantity: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ kind: fc.constant('return' as const) }),
      fc.record({ kind: fc.constant('receive' as const), quantity: fc.integer({ min: 1, max: 6 }) }),
      fc.record({
        kind: fc.constant('set' as const),
        quantity: fc.nat({ max: 9 }),
        backorders: fc.constantFrom('no' as const, 'notify' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
        const id = await addProduct(4);
        const open: Extract<Awaited<ReturnType<typeof reserve>>, { ok: true }>[] = [];
        for (const operation of operations) {
          if (operation.kind === 'take') {
            const result = await reserve([{ variationId: id, quantity: operation.quantity }]);
            if (result.ok) open.push(result);
          } else if (operation.kind === 'return')
            await inTransaction(db, (tx) => releaseStock(tx, open.pop()?.reserved ?? [], 'back'));
          else if (operation.kind === 'receive')
            await inTransaction(db, (tx) => receiveStock(tx, id, operation.quantity, 'in'));
          else
            await inTransaction(db, (tx) =>
              updateStockLevel(tx, id, { onHand: operation.quantity, backorders: operation.backorders }, 'count'),
            );
        }
        await readLevel(id);
      }),
      { numRuns: 30 },
    );
  });
});

describe('concurrent transactions', () => {
  it('sell exactly 5 items to 64 shoppers', async () => {
    const bowl = await addProduct(5);
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        inTransaction(db, (tx) => reserveStock(tx, [{ variationId: bowl, quantity: 1 }], `order:${n}`)),
      ),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(5);
    expect(results.filter((result) => !result.ok && result.shortages[0]?.available === 0)).toHaveLength(59);
    expect(await readLevel(bowl)).toEqual({ onHand: 0, backordered: 0 });
  });

  it('don’t deadlock on the same variations in different order', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => addProduct(1000)));
    const lines = ids.map((variationId) => ({ variationId, quantity: 1 }));
    let deadlocks = 0;
    const order = (n: number) =>
      db
        .transaction(async (tx) => {
          const mixed = n % 2 === 0 ? lines : lines.toReversed();
          const result = await reserveStock(tx, n % 3 === 0 ? mixed.slice(2) : mixed, `order:${n}`);
          if (n % 5 === 0 && result.ok) await releaseStock(tx, result.reserved.toReversed(), `order:${n}`);
        })
        .catch(() => {
          deadlocks += 1;
        });
    await Promise.all(Array.from({ length: 200 }, (_, n) => order(n)));
    expect(deadlocks).toBe(0);
    for (const id of ids) await readLevel(id);
  });

  it('reserve, receive and release stock without losing an item', async () => {
    const bowl = await addProduct(20);
    let sold = 0;
    await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        inTransaction(db, async (tx) => {
          if (n % 9 === 0) return void (await receiveStock(tx, bowl, 2, 'delivery'));
          const result = await reserveStock(tx, [{ variationId: bowl, quantity: 1 }], `order:${n}`);
          if (result.ok && n % 4 === 0) await releaseStock(tx, result.reserved, `order:${n}`);
          else if (result.ok) sold += 1;
        }),
      ),
    );
    expect(await readLevel(bowl)).toEqual({ onHand: 20 + 20 - sold, backordered: 0 });
  });
});
