import type { z } from 'zod';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

interface WishlistFragmentInput<Options> {
  /**
   * The actor of the request. Options come from the browser and give no permissions: only the actor determines them.
   */
  readonly actor: Actor;
  readonly options: Options;
  /** Classes of the block in the page. The HTML must have the same classes. */
  readonly classes: readonly string[];
}

/** Renders a block of a page again, for replies of wishlist calls. */
interface WishlistFragment<Options = unknown> {
  /**
   * Returns the class that identifies the block, such as `theme-add-to-wishlist`. A block has the class of only one
   * renderer.
   */
  readonly name: (shop: Pick<Shop, 'wire'>) => string;
  /** Schema of the options that the browser sends from `data-fragment-options`. */
  readonly options: z.ZodType<Options>;
  /** Returns the HTML of the whole block; null leaves the block in the page unchanged. */
  readonly render: (shop: Shop, input: WishlistFragmentInput<Options>) => Promise<string | null>;
}

export function defineWishlistFragment<Options>(fragment: WishlistFragment<Options>): WishlistFragment {
  return fragment as WishlistFragment;
}

/** Renders blocks of pages, identified by their class. Of several renderers of a class, the last one is used. */
export const wishlistFragments = definePort<WishlistFragment>('wishlists.fragments');

/** Maximum number of blocks per call. A listing has one block for each of its products. */
const maxFragments = 120;

const classPattern = /^[\w-]{1,100}$/;

/**
 * Renders the blocks that a call requests, with their options. The key of a block is its class names, joined by dots.
 * Unknown keys and invalid options are skipped, since the page may be older than the running version of the shop.
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
    // The write itself has succeeded, so the reply is sent without this block.
    shop.log.error({ err: error, fragment: key }, 'a block of a wishlist could not be rendered');
    return null;
  }
}
