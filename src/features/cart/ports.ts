import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import type { Owner } from '#platform/sessions/owner.ts';

/**
 * Finds reserved quantities by variation.
 * @param cartId null when the owner has no cart yet
 * @param owner null for the owner of the cart
 */
export type FindCartReservations = (
  shop: Shop,
  db: Db,
  cartId: string | null,
  owner: Owner | null,
) => Promise<readonly { readonly variationId: number; readonly quantity: number }[]>;

/**
 * Finds quantities that unpaid orders of a cart reserve, or that its owner has reserved in another way. They count as
 * available to the cart. Called when stock is short.
 */
export const cartReservations = definePort<FindCartReservations>('cart.reservations');

/** Returns the ids of the orders that a new order of the cart replaces. */
export type FindOpenOrders = (db: Db, cartId: string) => Promise<readonly number[]>;

/**
 * Finds the unpaid orders of a cart. Their coupons and first-order promotions don't count as used by the cart's
 * owner. Called only if a calculation depends on these orders.
 */
export const cartOpenOrders = definePort<FindOpenOrders>('cart.open-orders');

export interface AddFollowUp {
  /** Changed fields of the hint cookie. */
  readonly hint: Hint;
  /** Reply to a form instead of the redirect to the cart; null keeps the redirect. The last reply is used. */
  readonly formReply: FormReply | null;
}

/**
 * @param fields the body of the request that added to the cart, which may contain other fields than the product
 * form's
 */
export type FollowUpAdd = (
  call: Pick<MutationCall, 'shop' | 'getActor'>,
  fields: Readonly<Record<string, unknown>>,
) => Promise<AddFollowUp | null>;

/**
 * Runs what a request asks for besides adding to the cart, after the items were added. The success of the add does
 * not depend on it.
 */
export const addFollowUps = definePort<FollowUpAdd>('cart.add-follow-ups');
