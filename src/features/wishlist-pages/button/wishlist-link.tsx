import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { countWishlistItems, defineWishlistFragment, wishlistPath } from '#features/wishlists/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { Icon } from '#ui/icon.tsx';
import { fragmentClass, getCountClass, getPrefix } from '../names.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

interface WishlistLinkProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly wire: WireNames;
}

/**
 * The link to the wishlist in the header, the same for everyone: the hint cookie brings the count.
 */
export function WishlistLink({ context: { t }, wire }: WishlistLinkProps) {
  const classes = ['count', getCountClass(getPrefix({ wire })), fragmentClass];
  return (
    <a className="tool" href={wishlistPath} data-wishlist-link="">
      <Icon name="heart" />
      <span className="tool__name">{t(texts.wishlist)}</span>
      <CountBadge classes={classes} count={0} />
    </a>
  );
}

function CountBadge({ classes, count }: { readonly classes: readonly string[]; readonly count: number }) {
  return (
    <span
      className={classes.join(' ')}
      data-count="wishlist"
      data-fragment-options='{"count":true}'
      hidden={count === 0}
    >
      {count > 0 && count}
    </span>
  );
}

/** The number of rows in all lists. 0 hides it. */
export const countFragment = defineWishlistFragment({
  name: (shop) => getCountClass(getPrefix(shop)),
  options: z.object({}),
  async render(shop, { actor, classes }) {
    const { count } = await countWishlistItems(shop.db, getOwner(actor));
    return renderToStaticMarkup(<CountBadge classes={classes} count={count} />);
  },
});
