import { getCart } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { needsFullAddress } from '../checkout-view.ts';
import { checkoutPath } from '../contract.ts';
import type { HeldPayment } from '../express/held-attempts.ts';
import { type CheckoutInput, readCheckoutForm } from '../read-form.ts';
import { checkoutFields } from '../slots.ts';
import { placeAgreedOrder } from './place-agreed-order.ts';
import { placeOrder } from './place-order.ts';
import type { PlaceOrderFailure, PlaceOrderSuccess } from './place-order-result.ts';

export interface TypedOrder {
  readonly form: FormBody;
  /** Data that features store about the request, by name of the feature. */
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly ipAddress: string;
  /** The payment that started before this order. Default: a new payment. */
  readonly held?: HeldPayment;
  /** Values of a call that override fields of the form. */
  readonly overrides?: Partial<Pick<CheckoutInput, 'shippingMethod' | 'expectedTotal' | 'requestKey'>>;
}

export type TypedOrderFailure = PlaceOrderFailure | Refusal<'FORM_INVALID', { problems: readonly FormProblem[] }>;

export async function placeTypedOrder(
  shop: Shop,
  actor: Actor,
  { form, extensions, ipAddress, overrides = {}, held }: TypedOrder,
): Promise<PlaceOrderSuccess | TypedOrderFailure> {
  const extraFields = await shop.fill(checkoutFields, shop.renderContext(checkoutPath), { actor, isSent: true });
  const read = await readCheckoutForm(shop, form, {
    extras: extraFields,
    needsFullAddress: async () => needsFullAddress(await getCart(shop, getOwner(actor))),
  });
  if (!read.ok) return { ok: false, code: 'FORM_INVALID', problems: read.problems };
  const input = { ...read.input, extensions, ...overrides };
  const request = { ipAddress, held, isRepeatOnly: read.isRepeatOnly };
  const agreed = held || read.isRepeatOnly ? null : await placeAgreedOrder(shop, actor, input, request);
  return agreed ?? placeOrder(shop, actor, input, request);
}
