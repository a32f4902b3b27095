import { getOrder, orderPath, orderPayPath } from '#features/orders/index.ts';
import { fetchHeldApproval, settleOrderPayments } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { paymentMethodField, requestKeyField } from '../contract.ts';
import { placeTypedOrder, type TypedOrderFailure } from '../place/place-typed-order.ts';
import { findHeldPayment } from './held-attempts.ts';
import type { ExpressFailure } from './start-express.ts';

interface ConfirmInput {
  readonly actor: Actor;
  readonly owner: Owner;
  readonly publicId: string;
  /** The fields of the checkout, as the wallet knows them. */
  readonly form: FormBody;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly ipAddress: string;
}

/** `path`: of the page that shows how it went. */
export type ConfirmSuccess = { readonly ok: true; readonly path: string };

const refusals = {
  waiting: 'EXPRESS_NOT_APPROVED',
  ended: 'EXPRESS_ENDED',
  unknown: 'EXPRESS_UNANSWERED',
} as const;

/**
 * Places the order that the shopper has agreed to pay, and captures the money. The total must be the
 * amount that the provider says was agreed: else nothing is ordered, and the shopper is asked again.
 * Repeated, at once or after a lost reply, it answers with the same order. Nothing may be locked.
 */
export async function confirmExpress(
  shop: Shop,
  { actor, owner, publicId, form, extensions, ipAddress }: ConfirmInput,
): Promise<ConfirmSuccess | ExpressFailure | TypedOrderFailure> {
  const held = await findHeldPayment(shop.db, publicId, owner);
  if (!held) return { ok: false, code: 'EXPRESS_UNKNOWN' };
  if (held.orderId !== null) return finish(shop, held.orderId);
  const approval = await fetchHeldApproval(shop, held.paymentId);
  if (approval.state !== 'approved') return { ok: false, code: refusals[approval.state] };
  const placed = await placeTypedOrder(shop, actor, {
    // An answer to a check for robots is good for this payment only.
    form: { ...form, [paymentMethodField]: held.provider, [requestKeyField]: held.requestKey },
    extensions,
    ipAddress,
    overrides: { requestKey: held.requestKey, expectedTotal: approval.amount },
    held,
  });
  if (!placed.ok) return placed;
  const order = await getOrder(shop.db, { token: placed.token });
  if (!order) throw new Error(`order ${placed.number} was placed and is not there`);
  return finish(shop, order.id);
}

/** Captures the money of a placed order. What this can't, the job does. */
async function finish(shop: Shop, orderId: number): Promise<ConfirmSuccess> {
  await settleOrderPayments(shop, orderId);
  const order = await getOrder(shop.db, { id: orderId });
  if (!order) throw new Error(`order ${orderId} does not exist`);
  return { ok: true, path: order.status === 'failed' ? orderPayPath(order.token) : orderPath(order.token) };
}
