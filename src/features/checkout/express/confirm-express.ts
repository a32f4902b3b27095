import { readCartRows } from '#features/cart/index.ts';
import { getOrder, orderPath, orderPayPath, orderPayStepPath, vatNumberKey } from '#features/orders/index.ts';
import { fetchHeldApproval, findRepeatedAction, settleOrderPayments } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { expectedTotalField, paymentMethodField, requestKeyField } from '../contract.ts';
import type { PlaceOrderSuccess } from '../place/place-order-result.ts';
import { placeTypedOrder, type TypedOrderFailure } from '../place/place-typed-order.ts';
import { findHeldPayment, type HeldPayment } from './held-attempts.ts';
import { fillGaps, replaceUnusable } from './payer-form.ts';
import type { ExpressFailure } from './start-express.ts';

interface ConfirmInput {
  readonly actor: Actor;
  readonly owner: Owner;
  readonly publicId: string;
  /** The fields of the checkout that the provider does not tell. */
  readonly form: FormBody;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly ipAddress: string;
}

/**
 * `path`: of the page that shows how it went, or where the shopper pays otherwise. `client`: what the shopper chose to
 * pay with was declined: the provider's script brings them back to the same payment with it, and confirms again.
 */
export interface ConfirmSuccess {
  readonly ok: true;
  readonly path: string;
  readonly client: Readonly<Record<string, unknown>> | null;
}

const refusals = {
  waiting: 'EXPRESS_NOT_APPROVED',
  ended: 'EXPRESS_ENDED',
  unknown: 'EXPRESS_UNANSWERED',
} as const;

/**
 * Places the order that the shopper has agreed to pay, and captures the money. The total must be the
 * amount that the provider says was agreed, and that the script has shown last if it names one: else nothing is ordered,
 * and the shopper is asked again. Who pays and where
 * it is sent is what the provider says, too; the form fills gaps.
 * Repeated, at once or after a lost reply, it answers with the same order. Nothing may be locked.
 */
export async function confirmExpress(
  shop: Shop,
  input: ConfirmInput,
): Promise<ConfirmSuccess | ExpressFailure | TypedOrderFailure> {
  const { owner, publicId, form } = input;
  const returnedAt = shop.clock.now();
  const held = await findHeldPayment(shop.db, publicId, owner);
  if (!held) return { ok: false, code: 'EXPRESS_UNKNOWN' };
  if (held.orderId !== null) return finish(shop, held.orderId, returnedAt);
  const approval = await fetchHeldApproval(shop, held.paymentId);
  if (approval.state !== 'approved') {
    // The same confirmation, sent twice at once, has ordered meanwhile, and the provider works on the money.
    const placed = await findHeldPayment(shop.db, publicId, owner);
    if (placed !== null && placed.orderId !== null) return finish(shop, placed.orderId, returnedAt);
    return { ok: false, code: refusals[approval.state] };
  }
  const { amount: total } = approval;
  // Another tab has changed the amount while the shopper looked at the old one in the provider's window.
  const shown = readSingleLine(form, expectedTotalField);
  if (shown !== '' && shown !== String(total)) return { ok: false, code: 'PRICE_CHANGED', total };
  const filled = fillGaps(await addVatNumber(shop, owner, form), approval.payer);
  let placed = await placeHeld(shop, input, { form: filled, held, amount: total });
  const replaced = !placed.ok && placed.code === 'FORM_INVALID' ? replaceUnusable(filled, form, placed.problems) : null;
  if (replaced) placed = await placeHeld(shop, input, { form: replaced, held, amount: total });
  if (!placed.ok) return placed;
  const order = await getOrder(shop.db, { token: placed.token });
  if (!order) throw new Error(`order ${placed.number} was placed and is not there`);
  return finish(shop, order.id, returnedAt);
}

/** The amount was calculated with the number that the cart keeps. Buttons outside of the checkout send none. */
async function addVatNumber({ db }: Shop, owner: Owner, form: FormBody): Promise<FormBody> {
  const { vatNumber } = await readCartRows(db, owner);
  return vatNumber === null || vatNumberKey in form ? form : { ...form, [vatNumberKey]: vatNumber };
}

interface AgreedOrder {
  readonly form: FormBody;
  readonly held: HeldPayment;
  /** What the shopper has agreed to pay, in minor units. */
  readonly amount: number;
}

function placeHeld(
  shop: Shop,
  { actor, extensions, ipAddress }: ConfirmInput,
  { form, held, amount }: AgreedOrder,
): Promise<PlaceOrderSuccess | TypedOrderFailure> {
  return placeTypedOrder(shop, actor, {
    // An answer to a check for robots is good for this payment only.
    form: { ...form, [paymentMethodField]: held.provider, [requestKeyField]: held.requestKey },
    extensions,
    ipAddress,
    overrides: { requestKey: held.requestKey, expectedTotal: amount },
    held,
  });
}

/** Captures the money of a placed order. What this can't, the job does. */
async function finish(shop: Shop, orderId: number, returnedAt: Date): Promise<ConfirmSuccess> {
  await settleOrderPayments(shop, orderId, returnedAt);
  const order = await getOrder(shop.db, { id: orderId });
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const action = await findRepeatedAction(shop.db, orderId);
  if (action?.kind === 'redirect') return { ok: true, path: action.url, client: null };
  if (action) return { ok: true, path: orderPayStepPath(order.token), client: action.data };
  const path = order.status === 'failed' ? orderPayPath(order.token) : orderPath(order.token);
  return { ok: true, path, client: null };
}
