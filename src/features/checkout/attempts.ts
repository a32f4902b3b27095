import {
  type CartRows,
  closeCart,
  type FindCartReservations,
  type FindOpenOrders,
  type OrderedLine,
} from '#features/cart/index.ts';
import type { OrderEvent, OrderStatus } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, type OwnerColumns, toOwnerValues } from '#platform/sessions/owner.ts';

/** An order placed from a cart, and the request that placed the order. */
export interface CheckoutAttempt extends OwnerColumns {
  readonly requestKey: string;
  readonly requestHash: string;
  readonly cartId: string | null;
  readonly cartVersion: number;
  /** Version of the cart if it stayed open with further lines when its order was accepted; otherwise null. */
  readonly restVersion: number | null;
  /** Whether the order is pending or failed: the cart is then open and can be ordered again. */
  readonly isOpen: boolean;
  readonly orderId: number;
  readonly number: number;
  readonly token: string;
}

const mergedCartsSql = (cartId: string) =>
  `(select ${cartId} as id union all select m.id from carts m where m.merged_into = ${cartId})`;

const selectAttempts = sqlQuery<CheckoutAttempt>(
  'checkout.find-attempts',
  `select a.request_key as "requestKey", a.request_hash as "requestHash", a.cart_id as "cartId", a.cart_version as "cartVersion",
    a.rest_version as "restVersion", a.is_open as "isOpen", o.id as "orderId", o.number, o.token, o.visitor_id as "visitorId",
    o.customer_id as "customerId"
  from checkout_attempts a join orders o on o.id = a.order_id
  where a.id in (
    select id from checkout_attempts where request_key = $3
    union all
    select b.id from carts c cross join lateral ${mergedCartsSql('c.id')} k join checkout_attempts b on b.cart_id = k.id and b.is_open
    where ${isOwnedSql('c')} and c.state = 'open'
  ) order by a.order_id`,
);

interface FoundAttempts {
  readonly repeated: CheckoutAttempt | null;
  /** Ids of the pending and failed orders of the cart and of carts merged into it, sorted. */
  readonly openOrders: readonly number[];
}

/** Must be called after locking the owner's cart: no other attempt for the cart can begin while it is locked. */
export async function findAttempts(tx: Tx, requestKey: string, owner: Owner): Promise<FoundAttempts> {
  const attempts = await selectAttempts(tx, [...toOwnerValues(owner), requestKey]);
  return {
    repeated: attempts.find((attempt) => attempt.requestKey === requestKey) ?? null,
    openOrders: attempts.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId),
  };
}

interface NewAttempt {
  readonly orderId: number;
  readonly requestKey: string;
  readonly requestHash: string;
  /** The attempt to which the payment belongs that began before the order; null to insert a new attempt. */
  readonly heldId: number | null;
}

type AttemptValues = NewAttempt & Pick<CartRows, 'id' | 'version'> & { readonly ordered: string };

/** Draws a new id for the next order of the cart. */
const insertAttempt = namedQuery<Omit<AttemptValues, 'heldId'> & { readonly now: Date }>(
  'checkout.insert-attempt',
  `with next_id as (
    update next_order_ids set order_id = nextval('orders_id_seq') where cart_id = $id and order_id = $orderId
  )
  insert into checkout_attempts (cart_id, cart_version, cart_lines, order_id, request_key, request_hash, is_open, created_at)
  values ($id, $version, $ordered, $orderId, $requestKey, $requestHash, true, $now)`,
);

const fillAttempt = namedQuery<AttemptValues>(
  'checkout.fill-attempt',
  `with next_id as (
    update next_order_ids set order_id = nextval('orders_id_seq') where cart_id = $id and order_id = $orderId
  )
  update checkout_attempts set cart_id = $id, cart_version = $version, cart_lines = $ordered, order_id = $orderId, request_hash = $requestHash, is_open = true,
    request_key = $requestKey
  where id = $heldId and order_id is null`,
);

/** Records an order of a locked cart, and draws the id of the cart's next order. */
export async function addAttempt(
  { clock }: Pick<Shop, 'clock'>,
  tx: Tx,
  { id, version, lines }: CartRows,
  attempt: NewAttempt,
): Promise<void> {
  const ordered: OrderedLine[] = lines
    .filter(({ removedAt }) => removedAt === null)
    .map(({ fingerprint, quantity }) => ({ fingerprint, quantity }));
  const values = { id, version, ordered: JSON.stringify(ordered), ...attempt };
  if (attempt.heldId === null) await insertAttempt(tx, { ...values, now: clock.now() });
  else await fillAttempt(tx, values);
}

interface ClosedAttempt {
  readonly cartId: string | null;
  readonly cartVersion: number;
  readonly cartLines: readonly OrderedLine[];
}

const closeAttempt = sqlQuery<ClosedAttempt>(
  'checkout.close-attempt',
  `update checkout_attempts set is_open = false where order_id = $1
  returning cart_id as "cartId", cart_version as "cartVersion", cart_lines as "cartLines"`,
);

const keepRestVersion = sqlQuery(
  'checkout.keep-rest-version',
  'update checkout_attempts set rest_version = $2 where order_id = $1',
);

const acceptedStatuses: readonly OrderStatus[] = ['on-hold', 'processing', 'completed'];

/**
 * Handles `orderStatusChanged`: an accepted order closes its cart, even if it is paid after it expired. A cart that
 * was changed since the order keeps the lines that were not ordered. A cancellation does not change the cart.
 */
export async function closeOrderedCart(
  _shop: Shop,
  tx: Tx,
  { id, from, status }: OrderEvent & { readonly from: OrderStatus },
): Promise<void> {
  const isAccepted = acceptedStatuses.includes(status) && !acceptedStatuses.includes(from);
  if (!isAccepted && status !== 'cancelled') return;
  const [closed] = await closeAttempt(tx, [id]);
  if (!closed?.cartId || !isAccepted) return;
  const version = await closeCart(tx, { id: closed.cartId, version: closed.cartVersion, ordered: closed.cartLines });
  if (version !== null) await keepRestVersion(tx, [id, version]);
}

const selectNextOrderId = sqlQuery<{ orderId: number }>(
  'checkout.find-next-order-id',
  'select order_id as "orderId" from next_order_ids where cart_id = $1',
);

export async function findNextOrderId(db: Db, cartId: string | null): Promise<number | null> {
  if (cartId === null) return null;
  return (await selectNextOrderId(db, [cartId]))[0]?.orderId ?? null;
}

/**
 * Selects for an open cart with lines the key of its open order if the cart is unchanged, or for some minutes that of
 * the order that left these lines in the cart; otherwise a key for the next order. Without such a cart, selects the
 * key of an equal order of the last day.
 */
const selectRequestKey = sqlQuery<{ requestKey: string | null }>(
  'checkout.derive-request-key',
  `with cart as (
    select id, version from carts where ${isOwnedSql('carts')} and state = 'open'
      and exists (select from cart_lines l where l.cart_id = carts.id and l.removed_at is null)
  )
  select coalesce(
    (select a.request_key from checkout_attempts a join orders o on o.id = a.order_id
      where ${isOwnedSql('o')} and a.request_hash = $3
        and case when exists (select from cart) then exists (select from cart where id = a.cart_id
            and (a.is_open and version = a.cart_version or version = a.rest_version and a.created_at > $5))
          else a.created_at > $4 end
      order by a.id desc limit 1),
    (select 'next-order-' || n.order_id || '-' || left($3, 22) from cart join next_order_ids n on n.cart_id = cart.id)
  ) as "requestKey"`,
);

const dayMs = 24 * 60 * 60 * 1000;
const lostReplyMs = 10 * 60 * 1000;

/**
 * Derives the key of a request that has none from its content and the owner's cart: a repeated request, even after a
 * lost reply, gets the key of the first request.
 * @returns null when there is nothing to order and nothing was ordered with this content
 */
export async function deriveRequestKey(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: Owner,
  requestHash: string,
): Promise<string | null> {
  const now = clock.now().getTime();
  const times = [new Date(now - dayMs), new Date(now - lostReplyMs)];
  const [derived] = await selectRequestKey(db, [...toOwnerValues(owner), requestHash, ...times]);
  return derived?.requestKey ?? null;
}

const selectCartReservations = sqlQuery<{ variationId: number; quantity: number }>(
  'checkout.find-cart-reservations',
  `select r.variation_id as "variationId", sum(r.quantity)::integer as quantity
  from ${mergedCartsSql('$1::uuid')} k join checkout_attempts a on a.cart_id = k.id and a.is_open
  join stock_reservations r on r.order_id = a.order_id and r.state = 'reserved' group by r.variation_id`,
);

/**
 * Implements `cart.reservations`: quantities reserved by pending and failed orders of a cart and of carts merged into
 * it.
 */
export const findCartReservations: FindCartReservations = async (_shop, db, cartId) =>
  cartId === null ? [] : selectCartReservations(db, [cartId]);

const selectOpenOrders = sqlQuery<{ orderId: number }>(
  'checkout.find-open-orders',
  `select o.id as "orderId" from ${mergedCartsSql('$1::uuid')} k join checkout_attempts a on a.cart_id = k.id and a.is_open
  join orders o on o.id = a.order_id order by o.id`,
);

/** Implements `cart.open-orders`: pending and failed orders of a cart and of carts merged into it. */
export const findOpenOrders: FindOpenOrders = async (db, cartId) =>
  (await selectOpenOrders(db, [cartId])).map(({ orderId }) => orderId);
