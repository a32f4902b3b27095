import { randomUUID } from 'node:crypto';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';

/** A payment that started before its order, with the checkout attempt to which it belongs. */
export interface HeldPayment {
  readonly attemptId: number;
  readonly requestKey: string;
  readonly paymentId: number;
  readonly publicId: string;
  readonly provider: string;
  /** Null until the payment belongs to an order. */
  readonly orderId: number | null;
}

/** Minutes for which a started payment is continued instead of starting another one. */
const continuedMinutes = 60;
/** Minutes within which an order can be placed for an approved payment. */
const agreedMinutes = 120;

const columns = `a.id as "attemptId", a.request_key as "requestKey", p.id as "paymentId", p.public_id as "publicId",
    p.provider, p.order_id as "orderId"`;

/** Matches the owner of the cart, or of the cart into which it was merged. */
const selectByPublicId = sqlQuery<HeldPayment>(
  'checkout.find-held-payment',
  `select ${columns}
  from payments p join checkout_attempts a on a.id = p.attempt_id
    join carts c on c.id = a.cart_id left join carts m on m.id = c.merged_into
  where p.public_id = $3 and case when m.id is null then ${isOwnedSql('c')} else ${isOwnedSql('m')} end`,
);

/** Finds a payment that the owner started before an order; null for payments of others. */
export async function findHeldPayment(db: Db, publicId: string, owner: Owner): Promise<HeldPayment | null> {
  return (await selectByPublicId(db, [...toOwnerValues(owner), publicId]))[0] ?? null;
}

const selectOfCart = sqlQuery<HeldPaymentOfCart>(
  'checkout.find-held-payment-of-cart',
  `select ${columns}, p.status in ('pending', 'open') as "isAgreed"
  from checkout_attempts a join payments p on p.attempt_id = a.id
  where a.cart_id = $1 and a.order_id is null and p.provider = $2 and (
    p.status in ('created', 'requires_action') and p.created_at > $4
    or p.status in ('pending', 'open') and a.cart_version = $3 and p.created_at > $5)
  order by p.id desc limit 1`,
);

interface HeldPaymentOfCart extends HeldPayment {
  /** Whether the shopper has approved the payment for the current items of the cart. */
  readonly isAgreed: boolean;
}

interface CartVersion {
  readonly id: string;
  readonly version: number;
}

const selectAgreed = sqlQuery<HeldPayment>(
  'checkout.find-agreed-payment',
  `select ${columns}
  from carts c join checkout_attempts a on a.cart_id = c.id join payments p on p.attempt_id = a.id
  where ${isOwnedSql('c')} and c.state = 'open' and a.order_id is null and p.order_id is null and p.provider = any($3::text[])
    and p.status in ('requires_action', 'pending', 'open') and p.created_at > $4
  order by p.id desc limit 1`,
);

/** Finds the newest payment of the owner's cart at one of the providers that the shopper may have approved. */
export async function findStartedPayment(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  owner: Owner,
  providers: readonly string[],
): Promise<HeldPayment | null> {
  const since = new Date(clock.now().getTime() - agreedMinutes * 60_000);
  return (await selectAgreed(db, [...toOwnerValues(owner), providers, since]))[0] ?? null;
}

const selectByReference = sqlQuery<{ publicId: string }>(
  'checkout.find-payment-by-reference',
  'select public_id as "publicId" from payments where provider = any($1::text[]) and reference = $2 limit 1',
);

export async function findPublicId(db: Db, providers: readonly string[], reference: string): Promise<string | null> {
  return (await selectByReference(db, [providers, reference]))[0]?.publicId ?? null;
}

const selectOfOrder = sqlQuery(
  'checkout.find-payment-of-own-order',
  `select from payments p join orders o on o.id = p.order_id where p.public_id = $3 and ${isOwnedSql('o')}`,
);

export async function isPaymentOfOwnOrder(db: Db, publicId: string, owner: Owner): Promise<boolean> {
  return (await selectOfOrder(db, [...toOwnerValues(owner), publicId])).length > 0;
}

/** Finds the newest payment of a cart that can be continued: it was started, or approved for the current items. */
export async function findHeldPaymentOfCart(
  { clock }: Pick<Shop, 'clock'>,
  db: Db,
  { id, version }: CartVersion,
  provider: string,
): Promise<HeldPaymentOfCart | null> {
  const since = [continuedMinutes, agreedMinutes].map((minutes) => new Date(clock.now().getTime() - minutes * 60_000));
  return (await selectOfCart(db, [id, provider, version, ...since]))[0] ?? null;
}

const keepVersion = sqlQuery(
  'checkout.keep-held-version',
  'update checkout_attempts set cart_version = $2 where id = $1 and cart_version <> $2',
);

/** Stores the version of the cart for which a payment is continued. */
export async function continueHeldAttempt(tx: Tx, attemptId: number, version: number): Promise<void> {
  await keepVersion(tx, [attemptId, version]);
}

/** Placeholder: the request, and therefore its hash, is known only when the order is placed. */
const unknownHash = '-'.repeat(43);

const insertHeldAttempt = sqlQuery<{ id: number }>(
  'checkout.insert-held-attempt',
  `insert into checkout_attempts (cart_id, cart_version, request_key, request_hash, is_open, created_at)
  values ($1, $2, $3, $4, false, $5) returning id`,
);

/** Records that a payment for a locked cart starts before the order. @returns the id of the attempt */
export async function addHeldAttempt({ clock }: Pick<Shop, 'clock'>, tx: Tx, cart: CartVersion): Promise<number> {
  const values = [cart.id, cart.version, `express-${randomUUID()}`, unknownHash, clock.now()];
  const [attempt] = await insertHeldAttempt(tx, values);
  if (!attempt) throw new Error('the attempt was not written');
  return attempt.id;
}
