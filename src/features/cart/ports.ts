import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Hint } from '#platform/sessions/hint.ts';
import type { Owner } from '#platform/sessions/owner.ts';

/**
 * Quantities that are reserved for a cart, by variation.
 * @param cartId null: its owner has none yet
 * @param owner null: that of the cart
 */
export type FindCartReservations = (
  shop: Shop,
  db: Db,
  cartId: string | null,
  owner: Owner | null,
) => Promise<readonly { readonly variationId: number; readonly quantity: number }[]>;

/**
 * Finds what unpaid orders of a cart reserve, or its owner has otherwise reserved, which counts as available to it.
 * Called when stock is short.
 */
export const cartReservations = definePort<FindCartReservations>('cart.reservations');

/** Ids of the orders that a new order of the cart replaces. */
export type FindOpenOrders = (db: Db, cartId: string) => Promise<readonly number[]>;

/**
 * Finds the unpaid orders of a cart, whose coupons and promotions for the first order don't count
 * against it. Called only if it matters.
 */
export const cartOpenOrders = definePort<FindOpenOrders>('cart.open-orders');

/** What followed a successful add. */
export interface AddFollowUp {
  /** Fields of the hint cookie that it changed. */
  readonly hint: Hint;
  /** Answers a form instead of the redirect to the cart; null leaves that. The last one is used. */
  readonly formReply: FormReply | null;
}

/** @param fields the body of the request that added; others than the product form's may be among them */
export type FollowUpAdd = (
  call: Pick<MutationCall, 'shop' | 'getActor'>,
  fields: Readonly<Record<string, unknown>>,
) => Promise<AddFollowUp | null>;

/** Does what a request asks for besides adding to the cart, once it has added. Its answer does not depend on it. */
export const addFollowUps = definePort<FollowUpAdd>('cart.add-follow-ups');
