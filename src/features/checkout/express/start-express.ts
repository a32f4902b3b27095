import { type Cart, calculateCart, getCart, lockCart } from '#features/cart/index.ts';
import {
  beginStartedPayment,
  changeHeldAmount,
  createHeldContent,
  findExpressProvider,
  insertHeldPayment,
  type NextAction,
  paymentPath,
  refreshHeldPayment,
} from '#features/payments/index.ts';
import { getBaseAddress } from '#features/pricing/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import {
  addHeldAttempt,
  continueHeldAttempt,
  findHeldPayment,
  findHeldPaymentOfCart,
  type HeldPayment,
} from './held-attempts.ts';

export type ExpressFailure = Refusal<
  ('EMPTY_CART' | 'CART_CHANGED') | `EXPRESS_${'UNAVAILABLE' | 'UNKNOWN' | 'ENDED' | 'NOT_APPROVED' | 'UNANSWERED'}`
>;

export interface ExpressStart {
  readonly ok: true;
  readonly held: HeldPayment;
  readonly cart: Cart;
  /** Minor units; includes delivery as far as it is known for the cart. */
  readonly total: number;
  /** The next action of the shopper. An approved payment leads to the checkout, where the order is placed. */
  readonly action: NextAction | null;
}

export function findCartProblem({ lines }: Cart): ExpressFailure | null {
  if (lines.length === 0) return { ok: false, code: 'EMPTY_CART' };
  return lines.some(({ problem }) => problem !== null) ? { ok: false, code: 'CART_CHANGED' } : null;
}

/**
 * Starts a payment of the actor's cart before its order, when address and email are not known yet. Continues a
 * payment that was started earlier and is not approved yet. If the shopper has approved a payment for the current
 * items, leads on to the order. The caller must not hold locks.
 */
export async function startExpress(
  shop: Shop,
  { actor, owner, provider: id }: { readonly actor: Actor; readonly owner: Owner; readonly provider: string },
): Promise<ExpressStart | ExpressFailure> {
  const cart = await getCart(shop, owner);
  const problem = findCartProblem(cart);
  if (problem) return problem;
  const calculation = await calculateCart(shop, shop.db, cart);
  const { total } = calculation.totals;
  const { currency, needsShipping, destination } = cart;
  const country = destination?.country ?? getBaseAddress(shop.choices).country;
  const provider = findExpressProvider(shop, id);
  const draft = { total, currency, country, needsShipping };
  if (!provider || total === 0 || !(await provider.isAvailable(shop, shop.db, draft)))
    return { ok: false, code: 'EXPRESS_UNAVAILABLE' };
  await refreshBegunPayment(shop, cart, id);
  const payment = await startOrContinuePayment(shop, {
    owner,
    provider: id,
    amount: total,
    network: actor.network ?? null,
  });
  const held = payment && (await findHeldPayment(shop.db, payment.publicId, owner));
  if (!payment || !held) return { ok: false, code: 'EMPTY_CART' };
  const result = { ok: true, held, cart, total } as const;
  if (payment.state === 'agreed') return { ...result, action: { kind: 'redirect', url: paymentPath(held.publicId) } };
  const content = createHeldContent(calculation, needsShipping);
  const begun = await beginStartedPayment(shop, held.paymentId, content);
  const isTold = payment.state === 'new' || (await changeHeldAmount(shop, held.paymentId, { amount: total, content }));
  return begun.ok && isTold ? { ...result, action: begun.action } : { ok: false, code: 'EXPRESS_UNANSWERED' };
}

/**
 * Updates a started payment: the shopper may have approved it, and closed the window before the shop was notified.
 */
async function refreshBegunPayment(shop: Shop, { id, version }: Cart, provider: string): Promise<void> {
  const begun = id === null ? null : await findHeldPaymentOfCart(shop, shop.db, { id, version }, provider);
  if (begun && !begun.isAgreed) await refreshHeldPayment(shop, begun.paymentId);
}

interface PaymentToHold {
  readonly owner: Owner;
  readonly provider: string;
  readonly amount: number;
  readonly network: string | null;
}

/** Locks the cart, so that two concurrent requests start only one payment. @returns null without a cart */
async function startOrContinuePayment(
  shop: Shop,
  { owner, provider, amount, network }: PaymentToHold,
): Promise<{ readonly publicId: string; readonly state: 'new' | 'begun' | 'agreed' } | null> {
  return inTransaction(shop.db, async (tx) => {
    const { id, version } = await lockCart(tx, owner);
    if (id === null) return null;
    const begun = await findHeldPaymentOfCart(shop, tx, { id, version }, provider);
    if (begun) {
      await continueHeldAttempt(tx, begun.attemptId, version);
      return { publicId: begun.publicId, state: begun.isAgreed ? 'agreed' : 'begun' };
    }
    const attemptId = await addHeldAttempt(shop, tx, { id, version });
    const { currency } = shop.choices;
    const publicId = await insertHeldPayment(shop, tx, { attemptId, provider, amount, currency, network });
    return { publicId, state: 'new' };
  });
}
