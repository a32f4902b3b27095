import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

const lockCarts = sqlQuery<{ id: string; visitorId: string }>(
  'cart.lock-open-carts',
  `select id, visitor_id as "visitorId" from carts where visitor_id = any($1::uuid[]) and state = 'open' order by id for update`,
);

const assignCart = sqlQuery(
  'cart.assign-cart',
  `update carts set visitor_id = $2, version = nextval('cart_versions'), updated_at = $3 where id = $1`,
);

const copyLines = sqlQuery(
  'cart.copy-lines',
  `insert into cart_lines as l (cart_id, variation_id, product_id, quantity, choices, addons, fingerprint)
  select $2, variation_id, product_id, quantity, choices, addons, fingerprint from cart_lines
  where cart_id = $1 and removed_at is null order by position
  on conflict (cart_id, fingerprint) do update
    set quantity = greatest(excluded.quantity, case when l.removed_at is null then l.quantity else 0 end), removed_at = null`,
);

const deleteCart = sqlQuery('cart.delete-cart', 'delete from carts where id = $1');

/**
 * Handles `visitorSignedIn`: moves the guest's cart to the signed-in visitor. Equal lines keep the
 * larger quantity, so that the same cart filled on two devices is not doubled. Both carts are
 * locked in the order of their ids.
 */
export async function mergeCarts(
  { clock }: Shop,
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const locked = await lockCarts(tx, [[from, to]]);
  const source = locked.find((cart) => cart.visitorId === from);
  const target = locked.find((cart) => cart.visitorId === to);
  if (!source) return;
  if (!target) {
    await assignCart(tx, [source.id, to, clock.now()]);
    return;
  }
  await copyLines(tx, [source.id, target.id]);
  await deleteCart(tx, [source.id]);
  await assignCart(tx, [target.id, to, clock.now()]);
}
