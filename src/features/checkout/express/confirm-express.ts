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
  /** Fields of the checkout that the provider does not supply. */
  readonly form: FormBody;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly ipAddress: string;
}

/**
 * `path` leads to the page that shows the result, or where the shopper pays in another way. `client` is set when the
 * selected means of payment was declined: the provider's script uses it to return the shopper to the payment, and
 * confirms again.
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
 * Places the order whose payment the shopper has approved, and captures the money. The total must equal the amount
 * that the provider reports as approved, and the amount that the script showed last if it sends one; otherwise
 * nothing is ordered, and the shopper is asked again. Payer and delivery address come from the provider, too; the
 * form fills gaps. A repeated call, concurrent or after a lost reply, returns the existing order. The caller must not
 * hold locks.
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
    // A concurrent equal confirmation may have placed the order, so that the provider already captures the money.
    const placed = await findHeldPayment(shop.db, publicId, owner);
    if (placed !== null && placed.orderId !== null) return finish(shop, placed.orderId, returnedAt);
    return { ok: false, code: refusals[approval.state] };
  }
  const { amount: total } = approval;
  // The amount was changed in another tab while the provider's window showed the shopper the old one.
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

/** Adds the VAT number of the cart, with which the amount was calculated. Buttons outside the checkout send none. */
async function addVatNumber({ db }: Shop, owner: Owner, form: FormBody): Promise<FormBody> {
  const { vatNumber } = await readCartRows(db, owner);
  return vatNumber === null || vatNumberKey in form ? form : { ...form, [vatNumberKey]: vatNumber };
}

interface AgreedOrder {
  readonly form: FormBody;
  readonly held: HeldPayment;
  /** Minor units. */
  readonly amount: number;
}

function placeHeld(
  shop: Shop,
  { actor, extensions, ipAddress }: ConfirmInput,
  { form, held, amount }: AgreedOrder,
): Promise<PlaceOrderSuccess | TypedOrderFailure> {
  return placeTypedOrder(shop, actor, {
    // The request key belongs to this payment, so that the answer to a bot check is valid for this payment only.
    form: { ...form, [paymentMethodField]: held.provider, [requestKeyField]: held.requestKey },
    extensions,
    ipAddress,
    overrides: { requestKey: held.requestKey, expectedTotal: amount },
    held,
  });
}

/** Captures the money of a placed order. If that fails, the job captures it later. */
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
