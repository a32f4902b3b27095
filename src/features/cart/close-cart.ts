import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import { putLinesBack } from './set-aside/set-aside.ts';

export interface OrderedLine {
  readonly fingerprint: string;
  readonly quantity: number;
}

interface OrderedCart {
  readonly id: string;
  /** Version of the cart when it was ordered. */
  readonly version: number;
  readonly ordered: readonly OrderedLine[];
}

const closeUnchangedCart = sqlQuery<{ id: string }>(
  'cart.close-cart',
  `update carts set state = 'ordered', version = nextval('cart_versions'), updated_at = now()
  where id = $1 and version = $2 and state = 'open'
    and not exists (select from cart_lines where cart_id = $1 and is_aside) returning id`,
);

/** Locks the open cart. For a merged cart, locks the customer's cart that took over its lines. */
const lockOpenCart = sqlQuery<{ id: string }>(
  'cart.lock-by-id',
  `select id from carts where id = (select coalesce(merged_into, id) from carts where id = $1) and state = 'open' for update`,
);

/** Subtracts from active lines of the cart first, then from lines that were set aside since. */
const subtractOrdered = sqlQuery(
  'cart.subtract-ordered-lines',
  `with ordered as (
    select * from jsonb_to_recordset($2) as o(fingerprint text, quantity integer)
  ), counted as (
    select l.id, l.quantity, coalesce(o.quantity, 0) as ordered,
      sum(l.quantity) over (partition by l.fingerprint order by l.is_aside) - l.quantity as before
    from cart_lines l left join ordered o using (fingerprint) where l.cart_id = $1 and (l.removed_at is null or l.is_aside)
  ), remaining as (
    select id, quantity as had, quantity - least(greatest(ordered - before, 0), quantity) as quantity from counted
  ), reduced as (
    update cart_lines l set quantity = r.quantity from remaining r where l.id = r.id and r.quantity > 0 and r.quantity <> r.had
  ), deleted as (
    delete from cart_lines l using remaining r where l.id = r.id and r.quantity <= 0
  )
  update carts set version = nextval('cart_versions'), updated_at = now(),
    state = case when exists (select from remaining where quantity > 0) then 'open' else 'ordered' end
  where id = $1`,
);

const checkWhatIsLeft = sqlQuery<{ version: number; isEmpty: boolean }>(
  'cart.check-what-is-left',
  `select version, not exists (select from cart_lines where cart_id = $1 and removed_at is null) as "isEmpty"
  from carts where id = $1 and state = 'open'`,
);

/**
 * Closes a cart that was ordered: the owner's next item goes into a new cart. A cart that was changed since, or
 * merged into another, stays open with the items that were not ordered. Lines that were set aside are put back,
 * unless the shopper has started another "buy now" meanwhile.
 * @returns the cart's version when it stays open
 */
export async function closeCart(tx: Tx, { id, version, ordered }: OrderedCart): Promise<number | null> {
  if ((await closeUnchangedCart(tx, [id, version])).length > 0) return null;
  const [open] = await lockOpenCart(tx, [id]);
  if (!open) return null;
  const [, [left]] = await awaitAll([
    subtractOrdered(tx, [open.id, JSON.stringify(ordered)]),
    checkWhatIsLeft(tx, [open.id]),
  ]);
  if (!left?.isEmpty) return left?.version ?? null;
  await putLinesBack(tx, open.id);
  return (await checkWhatIsLeft(tx, [open.id]))[0]?.version ?? null;
}
