import { expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, putInCart, salesShop } from '#tests/support/sales.ts';
import { lockCart } from './cart-rows.ts';

const { database, db, pool } = useDatabase();

it('locks the cart that it reads when the one it waited for has ended meanwhile', async () => {
  const { shop } = await salesShop(database);
  const { customer, owner } = await createCustomer(shop);
  await putInCart(shop, owner, await addProduct(shop));
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`update carts set state = 'ordered' where customer_id = $1`, [customer.id]);
    const locking = inTransaction(db, async (tx) => {
      const { id } = await lockCart(tx, owner);
      const { rows } = await pool.query('select from carts where id = $1 for update skip locked', [id]);
      return { hasCart: id !== null, isLocked: rows.length === 0 };
    });
    await expect.poll(hasWaiting).toBe(true);
    await holder.query(`insert into carts (customer_id, currency, locale) values ($1, 'EUR', 'en')`, [customer.id]);
    await holder.query('commit');
    expect(await locking).toEqual({ hasCart: true, isLocked: true });
  } finally {
    holder.release();
  }
});

/** Whether a transaction waits for a lock of this database. */
async function hasWaiting(): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
}
