import { beforeAll, describe, expect, it } from 'vitest';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  createCustomer,
  createVisitor,
  createVisitorWithCart,
  putInCart,
  salesShop,
  signInGuest,
} from '#tests/support/sales.ts';
import { getCart } from './cart.ts';
import { removeLine } from './lines/change-lines.ts';

const { database, pool } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

const readQuantities = async (owner: Owner) =>
  new Map((await getCart(shop, owner)).lines.map(({ productId, quantity }) => [productId, quantity]));

const countLockWaits = async () =>
  (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rowCount;

describe('the cart of a guest who signs in', () => {
  it('is added to the customer’s: equal lines are summed, others are kept', async () => {
    const [bowl, cup, jar] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    const guest = await createVisitorWithCart(shop, [
      [bowl, 3],
      [cup, 1],
    ]);
    const ada = await createCustomer(shop);
    await putInCart(shop, ada.owner, bowl, 2);
    await putInCart(shop, ada.owner, jar, 4);
    await signInGuest(shop, guest, ada);
    expect(await readQuantities(ada.owner)).toEqual(
      new Map([
        [bowl, 5],
        [jar, 4],
        [cup, 1],
      ]),
    );
    expect(await getCart(shop, guest)).toMatchObject({ id: null, count: 0 });
  });

  it('has at most the maximum quantity in a line', async () => {
    const bowl = await addProduct(shop);
    const guest = await createVisitorWithCart(shop, [[bowl, 70]]);
    const ada = await createCustomer(shop);
    await putInCart(shop, ada.owner, bowl, 60);
    await signInGuest(shop, guest, ada);
    expect(await readQuantities(ada.owner)).toEqual(new Map([[bowl, 100]]));
  });

  it('becomes the customer’s when the customer has none, and names it', async () => {
    const bowl = await addProduct(shop);
    const guest = await createVisitorWithCart(shop, [[bowl, 3]]);
    const before = await getCart(shop, guest);
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    const after = await getCart(shop, ada.owner);
    expect(after.count).toBe(3);
    const { rows } = await pool.query('select state, merged_into, visitor_id from carts where id = $1', [before.id]);
    expect(rows).toEqual([{ state: 'merged', merged_into: after.id, visitor_id: null }]);
  });

  it('does not bring back removed lines', async () => {
    const bowl = await addProduct(shop);
    const guest = await createVisitorWithCart(shop, [[bowl, 3]]);
    await removeLine(shop, guest, (await getCart(shop, guest)).lines[0]?.key ?? '');
    const ada = await createCustomer(shop);
    await signInGuest(shop, guest, ada);
    expect(await getCart(shop, ada.owner)).toMatchObject({ count: 0, removed: null });
  });

  it('sets the customer’s lines aside, too, when "buy now" was pressed at the same moment', async () => {
    const [bowl, cup, jar] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    const guest = await createVisitorWithCart(shop, [
      [bowl, 1],
      [cup, 1],
    ]);
    const ada = await createCustomer(shop);
    await putInCart(shop, ada.owner, jar, 2);
    const { id, lines } = await getCart(shop, guest);
    const pressed = await pool.connect();
    await pressed.query('begin');
    await pressed.query('select from carts where id = $1 for update', [id]);
    const signingIn = signInGuest(shop, guest, ada);
    await expect.poll(countLockWaits).toBe(1);
    await pressed.query('update cart_lines set removed_at = now(), is_aside = true where id = $1', [lines[1]?.key]);
    await pressed.query(`update carts set version = nextval('cart_versions') where id = $1`, [id]);
    await pressed.query('commit');
    pressed.release();
    await signingIn;
    const { lines: bought, aside } = await getCart(shop, ada.owner);
    expect(bought.map(({ productId }) => productId)).toEqual([bowl]);
    expect(new Set(aside.map(({ productId }) => productId))).toEqual(new Set([cup, jar]));
  });

  it('changes nothing when it is moved again, or was never there', async () => {
    const bowl = await addProduct(shop);
    const guest = await createVisitorWithCart(shop, [[bowl, 3]]);
    const ada = await createCustomer(shop);
    for (let time = 0; time < 3; time += 1) await signInGuest(shop, guest, ada);
    await signInGuest(shop, await createVisitor(shop.db), ada);
    expect(await readQuantities(ada.owner)).toEqual(new Map([[bowl, 3]]));
  });
});

describe('a cart', () => {
  it('has exactly one owner, and a customer has one open cart', async () => {
    const ada = await createCustomer(shop);
    const guest = await createVisitor(shop.db);
    const insert = (visitor: string | null, customer: number | null) =>
      pool
        .query(`insert into carts (visitor_id, customer_id, currency, locale) values ($1, $2, 'EUR', 'en')`, [
          visitor,
          customer,
        ])
        .then(() => null)
        .catch((error: unknown) => postgresError(error)?.constraint);
    expect(await insert(null, null)).toBe('carts_one_owner');
    expect(await insert(guest.visitorId, ada.customer.id)).toBe('carts_one_owner');
    expect(await insert(null, ada.customer.id)).toBeNull();
    expect(await insert(null, ada.customer.id)).toBe('carts_one_open_of_customer');
  });
});
