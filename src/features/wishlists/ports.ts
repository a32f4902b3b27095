import type { z } from 'zod';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** What a fragment of a wishlist is rendered with. */
export interface WishlistFragmentInput<Options> {
  /** Who asks. Options authorise nothing: what may be seen and done comes from the actor. */
  readonly actor: Actor;
  readonly options: Options;
  /** Class attribute of the block in the page: the HTML must have the same classes. */
  readonly classes: readonly string[];
}

/** Renders a block of pages again, for replies of calls about wishlists. */
export interface WishlistFragment<Options = unknown> {
  /** Class that marks the block, such as `theme-add-to-wishlist`. Each block has one of a renderer. */
  readonly name: (shop: Pick<Shop, 'wire'>) => string;
  /** Options from the browser: `data-fragment-options`. */
  readonly options: z.ZodType<Options>;
  /** Returns HTML of the whole block; null leaves the block as it is. */
  readonly render: (shop: Shop, input: WishlistFragmentInput<Options>) => Promise<string | null>;
}

export function defineWishlistFragment<Options>(fragment: WishlistFragment<Options>): WishlistFragment {
  return fragment as WishlistFragment;
}

/** Blocks of pages by the class that marks them. A later renderer of a class replaces an earlier one. */
export const wishlistFragments = definePort<WishlistFragment>('wishlists.fragments');
