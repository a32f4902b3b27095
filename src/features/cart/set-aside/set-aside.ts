import { awaitAll, type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { insertVisitor } from '#platform/sessions/visit.ts';
import { lockCart } from '../lines/cart-rows.ts';
import { findRecentAdd } from '../lines/recent-adds.ts';

/** When only a part of a line's quantity is bought now, the rest of it is set aside. */
const moveLinesAside = sqlQuery(
  'cart.set-lines-aside',
  `with waiting as (
    select l.id, l.quantity - coalesce(b.quantity, 0) as quantity
    from cart_lines l left join jsonb_to_recordset($2) as b(fingerprint text, quantity integer) using (fingerprint)
    where l.cart_id = $1 and l.removed_at is null
  ), moved as (
    update cart_lines l set removed_at = now(), is_aside = true, quantity = w.quantity from waiting w where l.id = w.id and w.quantity > 0
  ), deleted as (
    delete from cart_lines l using waiting w where l.id = w.id and w.quantity <= 0
  )
  update carts set version = nextval('cart_versions') where id = $1 and exists (select from waiting)`,
);

/** The quantities of equal lines are added up: 9999 is the maximum of the column. */
const returnLines = sqlQuery(
  'cart.put-lines-back',
  `with aside as (
    select id, quantity, fingerprint from cart_lines where cart_id = $1 and is_aside
  ), joined as (
    update cart_lines l set quantity = least(a.quantity + case when l.removed_at is null then l.quantity else 0 end, 9999), removed_at = null
    from aside a where l.cart_id = $1 and l.fingerprint = a.fingerprint and not l.is_aside returning a.id
  ), deleted as (
    delete from cart_lines where id in (select id from joined)
  ), returned as (
    update cart_lines l set removed_at = null, is_aside = false
    from aside a where l.id = a.id and a.id not in (select id from joined)
  )
  update carts set version = nextval('cart_versions') where id = $1 and exists (select from aside)`,
);

interface BoughtLine {
  readonly fingerprint: string;
  readonly quantity: number;
}

/**
 * Sets the lines of a locked cart aside, in addition to lines set aside earlier, except the bought items:
 * of a line of two items one is bought and one is set aside; a line of one item is bought.
 */
export async function setLinesAside(tx: Tx, cartId: string, bought: readonly BoughtLine[]): Promise<void> {
  const quantities = bought.map(({ fingerprint, quantity }) => ({ fingerprint, quantity }));
  await awaitAll([returnLines(tx, [cartId]), moveLinesAside(tx, [cartId, JSON.stringify(quantities)])]);
}

export async function putLinesBack(tx: Tx, cartId: string): Promise<void> {
  await returnLines(tx, [cartId]);
}

/** Puts back the lines that were set aside in the owner's open cart. Changes nothing when there are none. */
export async function putBack(db: Db, owner: Owner): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id, aside } = await lockCart(tx, owner);
    if (id !== null && aside.length > 0) await putLinesBack(tx, id);
  });
}

const shareCustomer = sqlQuery('cart.share-customer', 'select id from customers where id = $1 for share');

/**
 * Writes lines into the owner's cart after `prepare`, in one transaction.
 * Lock order: the owner's row, then the cart's.
 * @param requestKey key of the request; nothing is written when the cart remembers it
 */
export async function writeLinesInTransaction<T>(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: Owner,
  requestKey: string | null,
  prepare: (tx: Tx, cartId: string) => Promise<void>,
  write: (tx: Tx) => Promise<T>,
): Promise<T | 'repeated'> {
  return inTransaction(db, async (tx) => {
    if ('visitorId' in owner) await insertVisitor(tx, owner.visitorId);
    else await shareCustomer(tx, [owner.customerId]);
    const { id } = await lockCart(tx, owner);
    if (requestKey !== null && (await findRecentAdd(tx, owner, requestKey, clock.now()))) return 'repeated';
    if (id !== null) await prepare(tx, id);
    return write(tx);
  });
}
