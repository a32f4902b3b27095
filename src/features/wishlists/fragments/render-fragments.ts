import type { z } from 'zod';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** What a fragment of a wishlist is rendered with. */
interface WishlistFragmentInput<Options> {
  /** Who asks. Options authorise nothing: what may be seen and done comes from the actor. */
  readonly actor: Actor;
  readonly options: Options;
  /** Class attribute of the block in the page: the HTML must have the same classes. */
  readonly classes: readonly string[];
}

/** Renders a block of pages again, for replies of calls about wishlists. */
interface WishlistFragment<Options = unknown> {
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

/** A listing has one block for each of its products. */
const maxFragments = 120;

const classPattern = /^[\w-]{1,100}$/;

/**
 * Renders the blocks that a call asks for: options by key, which is the class attribute
 * of the block with dots between the classes. Unknown keys and invalid options are left out: a page
 * may be older than the program.
 * @returns HTML of whole blocks by requested key
 */
export async function renderWishlistFragments(
  shop: Shop,
  actor: Actor,
  requested: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const entries = Object.entries(requested).slice(0, maxFragments);
  const rendered = await Promise.all(
    entries.map(async ([key, options]) => [key, await renderBlock(shop, actor, key, options)] as const),
  );
  return Object.fromEntries(rendered.filter((entry): entry is [string, string] => entry[1] !== null));
}

async function renderBlock(shop: Shop, actor: Actor, key: string, given: unknown): Promise<string | null> {
  const classes = key.split('.');
  if (classes.length > 20 || !classes.every((each) => classPattern.test(each))) return null;
  const fragment = shop.implementations(wishlistFragments).findLast(({ name }) => classes.includes(name(shop)));
  const options = fragment?.options.safeParse(given);
  if (!fragment || !options?.success) {
    shop.log.warn(
      { fragment: key.slice(0, 100) },
      'an unknown block of a wishlist, or invalid options, were requested',
    );
    return null;
  }
  try {
    return await fragment.render(shop, { actor, options: options.data, classes });
  } catch (error) {
    // The call has succeeded, so its reply is sent without this block.
    shop.log.error({ err: error, fragment: key }, 'a block of a wishlist could not be rendered');
    return null;
  }
}
