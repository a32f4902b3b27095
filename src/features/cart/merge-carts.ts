import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { getMaxQuantity } from './settings.ts';

const lockGuestCart = sqlQuery<{ id: string }>(
  'cart.lock-guest-cart',
  `select id from carts where visitor_id = $1 and state = 'open' for update`,
);

const openCustomerCart = sqlQuery<{ id: string }>(
  'cart.open-customer-cart',
  `insert into carts (customer_id, currency, created_at, updated_at) values ($1, $2, $3, $3)
  on conflict (customer_id) where state = 'open' do update set version = nextval('cart_versions'), updated_at = excluded.updated_at
  returning id`,
);

const addLines = sqlQuery(
  'cart.merge-lines',
  `insert into cart_lines as l (cart_id, variation_id, product_id, quantity, choices, addons, fingerprint)
  select $2, variation_id, product_id, quantity, choices, addons, fingerprint from cart_lines
  where cart_id = $1 and removed_at is null order by position
  on conflict (cart_id, fingerprint) do update
    set quantity = least(excluded.quantity + case when l.removed_at is null then l.quantity else 0 end, $3), removed_at = null`,
);

/** The lines stay, so that an order of this cart can be compared with it. */
const markMerged = sqlQuery(
  'cart.mark-merged',
  `update carts set state = 'merged', merged_into = $2, visitor_id = null, customer_id = $3, updated_at = $4 where id = $1`,
);

/**
 * Handles `visitorSignedIn`: adds the guest's cart to the customer's. The quantities of equal lines
 * are added up, at most to the maximum of a line; stock is checked when the cart is read. The
 * guest's cart keeps its orders and names the cart that took it over.
 * Lock order: the customer's row, locked by an earlier handler; orders; the guest's cart; the
 * customer's cart.
 */
export async function mergeCarts(
  shop: Shop,
  tx: Tx,
  { visitorId, customerId }: Pick<VisitorSignedIn, 'visitorId' | 'customerId'>,
): Promise<void> {
  const [source] = visitorId === null ? [] : await lockGuestCart(tx, [visitorId]);
  if (!source) return;
  const now = shop.clock.now();
  const [target] = await openCustomerCart(tx, [customerId, shop.choices.currency, now]);
  if (!target) throw new Error("the customer's cart was not opened");
  await addLines(tx, [source.id, target.id, getMaxQuantity(shop)]);
  await markMerged(tx, [source.id, target.id, customerId, now]);
}
