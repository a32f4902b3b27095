import type { WishlistRef } from '#features/wishlists/index.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** The reply to a request for an estimate. */
export interface EstimateReply {
  readonly result: boolean;
  /** HTML that replaces the form after a success. */
  readonly template?: string;
  readonly message: string;
}

/**
 * Sends a request for an estimate.
 * @param fields all fields of the form
 */
export type AskEstimate = (call: MutationCall, fields: Readonly<Record<string, unknown>>) => Promise<EstimateReply>;

/** Answers `ask_an_estimate`. The last implementation is used; without one, the call fails. */
export const estimateRequests = definePort<AskEstimate>('wishlist-ajax.estimate-requests');

export interface WishlistPageRequest {
  readonly actor: Actor;
  /**
   * Id or token of the list that the script names; null for the default list. Check whether the actor may see the
   * list.
   */
  readonly list: WishlistRef;
  readonly pagination: boolean;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Rows per page; null for the default of the page. */
  readonly perPage: number | null;
}

/**
 * Returns HTML whose outer element contains the form of a list and the slider of products bought together, or '' when
 * the actor may not see the list.
 */
export type RenderWishlistPage = (shop: Shop, request: WishlistPageRequest) => Promise<string>;

/** Answers `reload_wishlist_and_adding_elem`. The last implementation is used. */
export const wishlistPageRenderers = definePort<RenderWishlistPage>('wishlist-ajax.pages');
