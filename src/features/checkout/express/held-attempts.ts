import { randomUUID } from 'node:crypto';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';

/** A payment that began before its order, with the checkout attempt that holds it. */
export interface HeldPayment {
  readonly attemptId: number;
  readonly requestKey: string;
  readonly paymentId: number;
  readonly publicId: string;
  readonly provider: string;
  /** Set once it pays for an order. */
  readonly orderId: number | null;
}

const columns = `a.id as "attemptId", a.request_key as "requestKey", p.id as "paymentId", p.public_id as "publicId",
    p.provider, p.order_id as "orderId"`;

/** The owner of the cart, or of the cart that it was merged into. */
const selectByPublicId = sqlQuery<HeldPayment>(
  'checkout.find-held-payment',
  `select ${columns}
  from payments p join checkout_attempts a on a.id = p.attempt_id
    join carts c on c.id = a.cart_id left join carts m on m.id = c.merged_into
  where p.public_id = $3 and case when m.id is null then ${isOwnedSql('c')} else ${isOwnedSql('m')} end`,
);

/** Finds a payment that the owner began before an order; null for all others. */
export async function findHeldPayment(db: Db, publicId: string, owner: Owner): Promise<HeldPayment | null> {
  return (await selectByPublicId(db, [...toOwnerValues(owner), publicId]))[0] ?? null;
}

const selectOfCart = sqlQuery<HeldPayment>(
  'checkout.find-held-payment-of-cart',
  `select ${columns}
  from checkout_attempts a join payments p on p.attempt_id = a.id
  where a.cart_id = $1 and a.order_id is null and p.provider = $2 and p.created_at > $3
    and (p.status = 'created' or p.status = 'requires_action')
  order by p.id desc limit 1`,
);

const selectAgreed = sqlQuery<HeldPayment>(
  'checkout.find-agreed-payment',
  `select ${columns}
  from carts c join checkout_attempts a on a.cart_id = c.id join payments p on p.attempt_id = a.id
  where ${isOwnedSql('c')} and c.state = 'open' and a.order_id is null and p.order_id is null and p.provider = $3
    and p.status in ('requires_action', 'pending', 'open')
  order by p.id desc limit 1`,
);

/** Finds the newest payment of the owner's cart at a provider, which the shopper may have agreed to. */
export async function findBegunPayment(db: Db, owner: Owner, provider: string): Promise<HeldPayment | null> {
  return (await selectAgreed(db, [...toOwnerValues(owner), provider]))[0] ?? null;
}

const selectByReference = sqlQuery<{ publicId: string }>(
  'checkout.find-payment-by-reference',
  'select public_id as "publicId" from payments where provider = any($1::text[]) and reference = $2 limit 1',
);

/** Finds the payment that providers know by this id. */
export async function findPublicId(db: Db, providers: readonly string[], reference: string): Promise<string | null> {
  return (await selectByReference(db, [providers, reference]))[0]?.publicId ?? null;
}

/** Minutes in which a payment that was begun is continued instead of beginning another one. */
const continuedMinutes = 60;

/** Finds the payment of a cart that the shopper has begun and, as far as is known, not agreed to. */
export async function findHeldPaymentOfCart(
  { clock }: Pick<Shop, 'clock'>,
  db: Db,
  cartId: string,
  provider: string,
): Promise<HeldPayment | null> {
  const since = new Date(clock.now().getTime() - continuedMinutes * 60_000);
  return (await selectOfCart(db, [cartId, provider, since]))[0] ?? null;
}

/** What is ordered is known when the order is placed. */
const unknownHash = '-'.repeat(43);

const insertHeldAttempt = sqlQuery<{ id: number }>(
  'checkout.insert-held-attempt',
  `insert into checkout_attempts (cart_id, cart_version, request_key, request_hash, is_open, created_at)
  values ($1, $2, $3, $4, false, $5) returning id`,
);

/** Records that a payment of a locked cart begins before its order. @returns the id of the attempt */
export async function addHeldAttempt(
  { clock }: Pick<Shop, 'clock'>,
  tx: Tx,
  cart: { readonly id: string; readonly version: number },
): Promise<number> {
  const values = [cart.id, cart.version, `express-${randomUUID()}`, unknownHash, clock.now()];
  const [attempt] = await insertHeldAttempt(tx, values);
  if (!attempt) throw new Error('the attempt was not written');
  return attempt.id;
}
