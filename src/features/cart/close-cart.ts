import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import { putLinesBack } from './set-aside/set-aside.ts';

/** A line of a cart as it was ordered. */
export interface OrderedLine {
  readonly fingerprint: string;
  readonly quantity: number;
}

interface OrderedCart {
  readonly id: string;
  /** When it was ordered. */
  readonly version: number;
  readonly ordered: readonly OrderedLine[];
}

const closeUnchangedCart = sqlQuery<{ id: string }>(
  'cart.close-cart',
  `update carts set state = 'ordered', version = nextval('cart_versions'), updated_at = now()
  where id = $1 and version = $2 and state = 'open'
    and not exists (select from cart_lines where cart_id = $1 and is_aside) returning id`,
);

/** Of a merged cart: the customer's cart that took over its lines. */
const lockOpenCart = sqlQuery<{ id: string }>(
  'cart.lock-by-id',
  `select id from carts where id = (select coalesce(merged_into, id) from carts where id = $1) and state = 'open' for update`,
);

const subtractOrdered = sqlQuery(
  'cart.subtract-ordered-lines',
  `with ordered as (
    select * from jsonb_to_recordset($2) as o(fingerprint text, quantity integer)
  ), remaining as (
    select l.id, l.quantity - coalesce(o.quantity, 0) as quantity
    from cart_lines l left join ordered o using (fingerprint) where l.cart_id = $1 and l.removed_at is null
  ), reduced as (
    update cart_lines l set quantity = r.quantity from remaining r where l.id = r.id and r.quantity > 0 and r.quantity <> l.quantity
  ), deleted as (
    delete from cart_lines l using remaining r where l.id = r.id and r.quantity <= 0
  )
  update carts set version = nextval('cart_versions'), updated_at = now(),
    state = case when exists (select from remaining where quantity > 0) then 'open' else 'ordered' end
  where id = $1`,
);

/**
 * Closes a cart that was ordered: the owner's next item goes into a new one. A cart that was changed
 * since, or merged into another, stays open with what was not ordered. Lines that were set aside are
 * put back.
 */
export async function closeCart(tx: Tx, { id, version, ordered }: OrderedCart): Promise<void> {
  if ((await closeUnchangedCart(tx, [id, version])).length > 0) return;
  const [open] = await lockOpenCart(tx, [id]);
  if (open) await awaitAll([putLinesBack(tx, open.id), subtractOrdered(tx, [open.id, JSON.stringify(ordered)])]);
}
