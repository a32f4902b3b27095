import { toCouponKey } from '#features/promotions/index.ts';
import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { maxCoupons } from './contract.ts';
import { maxRecentAdds } from './lines/recent-adds.ts';
import { setLinesAside } from './set-aside/set-aside.ts';
import { getMaxQuantity } from './settings.ts';

interface CartCoupons {
  readonly id: string;
  readonly coupons: string[];
}

const lockGuestCart = sqlQuery<CartCoupons>(
  'cart.lock-guest-cart',
  `select id, coupon_codes as coupons from carts where visitor_id = $1 and state = 'open' for update`,
);
const lockAccountCart = sqlQuery<CartCoupons>(
  'cart.lock-account-cart',
  `select id, coupon_codes as coupons from carts where customer_id = $1 and state = 'open' for update`,
);
const moveClosedCarts = sqlQuery('cart.move-closed-carts', 'update carts set customer_id = $2 where customer_id = $1');

/** A separate statement, whose snapshot includes lines that were written before the cart was locked. */
const checkAside = sqlQuery<{ hasAside: boolean }>(
  'cart.check-lines-aside',
  'select exists (select from cart_lines where cart_id = $1 and is_aside) as "hasAside"',
);

const openCustomerCart = sqlQuery<CartCoupons>(
  'cart.open-customer-cart',
  `insert into carts (customer_id, currency, locale, created_at, updated_at) values ($1, $2, $4, $3, $3)
  on conflict (customer_id) where state = 'open' do update set version = nextval('cart_versions'), updated_at = excluded.updated_at
  returning id, coupon_codes as coupons`,
);

const updateCoupons = sqlQuery('cart.merge-coupons', 'update carts set coupon_codes = $2 where id = $1');

const addLines = sqlQuery(
  'cart.merge-lines',
  `insert into cart_lines as l (cart_id, variation_id, product_id, quantity, choices, addons, uploads, fingerprint, set_id, seen_unit_price,
    seen_availability, seen_stock_left, removed_at, is_aside)
  select $2, variation_id, product_id, quantity, choices, addons, uploads, fingerprint, set_id, seen_unit_price, seen_availability, seen_stock_left, removed_at, is_aside
  from cart_lines where cart_id = $1 and (removed_at is null or is_aside) order by position
  on conflict (cart_id, is_aside, fingerprint) do update
    set quantity = least(excluded.quantity + case when l.removed_at is not null and not l.is_aside then 0 else l.quantity end, $3),
      removed_at = excluded.removed_at`,
);

/**
 * Takes over the remembered requests of the guest's cart, so that a request repeated after the sign-in adds nothing.
 */
const mergeRecentAdds = sqlQuery(
  'cart.merge-recent-adds',
  `update carts t set recent_adds = jsonb_path_query_array(s.recent_adds || t.recent_adds, '$[0 to ${maxRecentAdds - 1}]')
  from carts s where s.id = $1 and t.id = $2 and s.recent_adds <> '[]'`,
);

/**
 * Keeps the lines of the merged cart, so that an order of this cart can be compared with it. The customer's
 * cart takes over the guest's addresses only if it has none.
 */
const markMerged = sqlQuery(
  'cart.mark-merged',
  `with sent_to as (
    update carts t set destination_country = s.destination_country, destination_state = s.destination_state,
      destination_postcode = s.destination_postcode, destination_city = s.destination_city, shipping_method = s.shipping_method,
      billing_country = s.billing_country, billing_state = s.billing_state, billing_postcode = s.billing_postcode, billing_city = s.billing_city,
      vat_number = coalesce(t.vat_number, s.vat_number)
    from carts s where s.id = $1 and t.id = $2 and t.destination_country is null and t.billing_country is null and t.shipping_method is null
  )
  update carts set state = 'merged', merged_into = $2, visitor_id = null, customer_id = $3, updated_at = $4 where id = $1`,
);

/**
 * Handles `visitorSignedIn`: adds the guest's cart to the customer's. The quantities of equal lines are added up, at
 * most to the maximum of a line; stock is checked when the cart is read. The guest's cart keeps its orders and stores
 * into which cart it was merged. Its coupons come after the customer's, up to the maximum of a cart. When the guest
 * has used "buy now", the customer's lines are set aside like the other lines of the guest. Lock order: the
 * customer's row, locked by an earlier handler; orders; the guest's cart; the customer's cart.
 */
export async function mergeCarts(
  shop: Shop,
  tx: Tx,
  { visitorId, customerId }: Pick<VisitorSignedIn, 'visitorId' | 'customerId'>,
): Promise<void> {
  const [source] = visitorId === null ? [] : await lockGuestCart(tx, [visitorId]);
  if (source) await mergeCart(shop, tx, source, customerId);
}

/** Merges the open cart of one account into the cart of another account. The caller has locked both customers. */
export async function mergeAccountCarts(shop: Shop, tx: Tx, from: number, into: number): Promise<void> {
  const [source] = await lockAccountCart(tx, [from]);
  if (source) await mergeCart(shop, tx, source, into);
  await moveClosedCarts(tx, [from, into]);
}

async function mergeCart(shop: Shop, tx: Tx, source: CartCoupons, customerId: number): Promise<void> {
  const now = shop.clock.now();
  const [[target], [found]] = await awaitAll([
    openCustomerCart(tx, [customerId, shop.choices.currency, now, shop.choices.locale]),
    checkAside(tx, [source.id]),
  ]);
  if (!target) throw new Error("the customer's cart was not opened");
  if (found?.hasAside) await setLinesAside(tx, target.id, []);
  await awaitAll([
    addLines(tx, [source.id, target.id, getMaxQuantity(shop)]),
    mergeRecentAdds(tx, [source.id, target.id]),
  ]);
  if (source.coupons.length > 0) await updateCoupons(tx, [target.id, mergeCodes(target.coupons, source.coupons)]);
  await markMerged(tx, [source.id, target.id, customerId, now]);
}

function mergeCodes(own: readonly string[], added: readonly string[]): string[] {
  const byKey = new Map([...added, ...own].map((code) => [toCouponKey(code), code]));
  const codes = [...own, ...added].filter((code) => byKey.get(toCouponKey(code)) === code);
  return [...new Set(codes)].slice(0, maxCoupons);
}
