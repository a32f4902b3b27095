import { awaitAll, type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertVisitor } from '#platform/sessions/visit.ts';
import { lockCart } from '../lines/cart-rows.ts';
import { findRecentAdd } from '../lines/recent-adds.ts';
import type { CartOwner } from '../owner.ts';

const moveLinesAside = sqlQuery(
  'cart.set-lines-aside',
  `with moved as (
    update cart_lines set removed_at = now(), is_aside = true where cart_id = $1 and removed_at is null returning id
  )
  update carts set version = nextval('cart_versions') where id = $1 and exists (select from moved)`,
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

/** Sets all lines of a locked cart aside, also next to those that are already. */
export async function setLinesAside(tx: Tx, cartId: string): Promise<void> {
  await awaitAll([returnLines(tx, [cartId]), moveLinesAside(tx, [cartId])]);
}

/** Puts the lines of a locked cart back that were set aside. */
export async function putLinesBack(tx: Tx, cartId: string): Promise<void> {
  await returnLines(tx, [cartId]);
}

/** Puts the lines back that were set aside in the owner's open cart. Without any, nothing changes. */
export async function putBack(db: Db, owner: CartOwner): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id, aside } = await lockCart(tx, owner);
    if (id !== null && aside.length > 0) await putLinesBack(tx, id);
  });
}

/**
 * Writes lines into the owner's cart after setting all others aside.
 * Lock order: the visitor's row, then the cart's.
 * @param requestKey of the request; nothing is written when the cart remembers it
 */
export async function writeAlone<T>(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: CartOwner,
  requestKey: string | null,
  write: (tx: Tx) => Promise<T | null>,
): Promise<T | null> {
  return inTransaction(db, async (tx) => {
    if ('visitorId' in owner) await insertVisitor(tx, owner.visitorId);
    const { id } = await lockCart(tx, owner);
    if (requestKey !== null && (await findRecentAdd(tx, owner, requestKey, clock.now()))) return null;
    if (id !== null) await setLinesAside(tx, id);
    return write(tx);
  });
}
