import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createVisitor, salesShop, signInGuest } from '#tests/support/sales.ts';
import { saveAddress } from './address-book.ts';
import { customerCommands } from './commands.ts';
import { changeCustomerEmail, findCustomer, findOrCreateCustomer } from './customers.ts';

const { database, pool } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

describe('customers', () => {
  it('are found by their email address in any case', async () => {
    const ada = await findOrCreateCustomer(shop, shop.db, 'Ada@example.com');
    expect(ada).toEqual({ id: expect.any(Number), email: 'Ada@example.com', isEmailVerified: false });
    expect(await findOrCreateCustomer(shop, shop.db, 'ADA@example.com')).toEqual(ada);
    expect(await findCustomer(shop.db, ada.id)).toEqual(ada);
    expect(await findCustomer(shop.db, ada.id + 1000)).toBeNull();
  });

  it('are created once by many requests at the same time', async () => {
    const found = await Promise.all(
      Array.from({ length: 20 }, () => findOrCreateCustomer(shop, shop.db, 'bea@example.com')),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  });

  it('have a verified address once that is recorded', async () => {
    const { id } = await findOrCreateCustomer(shop, shop.db, 'cleo@example.com');
    await pool.query('update customers set email_verified_at = now() where id = $1', [id]);
    expect(await findCustomer(shop.db, id)).toMatchObject({ isEmailVerified: true });
  });

  it('who do not exist can not sign in: nothing is moved', async () => {
    const customer = { id: 999_999, email: 'nobody@example.com', isEmailVerified: false };
    const nobody = { customer, actor: await createVisitor(shop.db), owner: { customerId: customer.id } };
    await expect(signInGuest(shop, await createVisitor(shop.db), nobody)).rejects.toThrow(
      'there is no customer 999999',
    );
  });
});

describe('the address book', () => {
  const address = {
    ...{ country: 'IE', first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '7 Harbour Row' },
    ...{ address_2: '', postcode: 'T12 X4Y5', city: 'Cork', state: '' },
  };

  it('has at most twenty addresses when two are added at once', async () => {
    const { id: customerId } = await findOrCreateCustomer(shop, shop.db, 'emma@example.com');
    const entry = { customerId, id: null, address, isDefaultBilling: false, isDefaultShipping: false, now: new Date() };
    const add = (tx: Tx) => saveAddress(tx, entry);
    for (let count = 0; count < 19; count += 1) await inTransaction(shop.db, add);
    let second: ReturnType<typeof saveAddress> | undefined;
    const first = await inTransaction(shop.db, async (tx) => {
      const added = await add(tx);
      second = inTransaction(shop.db, add);
      await expect.poll(() => countWaiting()).toBe(1);
      return added;
    });
    expect([first, await second]).toEqual([{ ok: true }, { ok: false, code: 'TOO_MANY_ADDRESSES' }]);
  });
});

describe('changing the email address', () => {
  it('is refused when somebody takes the new address at the same moment', async () => {
    const { id } = await findOrCreateCustomer(shop, shop.db, 'fay@example.com');
    let change: Promise<string | null> | undefined;
    await inTransaction(shop.db, async (tx) => {
      await findOrCreateCustomer(shop, tx, 'gus@example.com');
      change = inTransaction(shop.db, (other) =>
        changeCustomerEmail(other, { id, email: 'Gus@example.com', now: new Date() }),
      );
      await expect.poll(() => countWaiting()).toBe(1);
    });
    expect(await change).toBeNull();
    expect((await findCustomer(shop.db, id))?.email).toBe('fay@example.com');
  });
});

/** Statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

describe('shop customers', () => {
  const run = (name: string, email: string, options: Record<string, string | boolean> = {}) =>
    runCommand(shop, customerCommands, `customers ${name}`, [email], options);

  it('frees a customer from taxes, and taxes them again', async () => {
    await findOrCreateCustomer(shop, shop.db, 'dora@example.com');
    expect((await run('exempt', 'DORA@example.com', { reason: ' Embassy, certificate 12/2026 ' })).code).toBe(0);
    expect((await run('show', 'dora@example.com')).text).toContain('Pays no taxes: Embassy, certificate 12/2026');
    expect((await run('exempt', 'dora@example.com', { off: true })).code).toBe(0);
    expect(await run('show', 'dora@example.com')).toMatchObject({ code: 0, data: { taxExemption: null } });
  });

  it.each([
    ['an unknown customer', 'nobody@example.com', { reason: 'Embassy' }, 1],
    ['no reason', 'dora@example.com', {}, 2],
    ['an empty reason', 'dora@example.com', { reason: ' ' }, 2],
    ['a long reason', 'dora@example.com', { reason: 'x'.repeat(501) }, 2],
    ['both options', 'dora@example.com', { reason: 'Embassy', off: true }, 2],
  ])('refuses %s', async (_, email, options, code) => {
    expect((await run('exempt', email, options)).code).toBe(code);
  });
});
