import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import {
  countWishlistItems,
  defineWishlistFragment,
  wishlistPath,
  wishlistSettings,
  wishlistTexts,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { Icon } from '#ui/icon.tsx';
import { configId, type WishlistConfig } from '../contract.ts';
import { fragmentClass, getCountClass, getPrefix } from '../names.ts';
import { wishlistScriptSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import { getButtonLook } from './fill-slots.tsx';

/** @returns JSON of a `WishlistConfig` */
export function createWishlistConfig(shop: Pick<Shop, 'settings' | 'wire'>, { t }: Pick<RenderContext, 't'>): string {
  const { multipleLists, popupTimeout } = shop.settings(wishlistSettings);
  // The script replaces this placeholder with the name of the product.
  const name = '{name}';
  const config: WishlistConfig = {
    hasOtherScript: !shop.settings(wishlistScriptSettings).enabled,
    prefix: shop.wire.wishlistPrefix,
    canAddAgain: getButtonLook(shop).canAddAgain,
    canHaveLists: multipleLists,
    timeout: popupTimeout,
    texts: {
      add: t(texts.add),
      addNamed: t(texts.addNamed, { name }),
      listed: t(texts.listed),
      listedNamed: t(texts.listedNamed, { name }),
      showList: t(texts.showList),
      otherList: t(texts.otherList),
      undo: t(texts.undo),
      failed: t(texts.callFailed),
      cookiesOff: t(wishlistTexts.COOKIES_OFF),
    },
  };
  return JSON.stringify(config);
}

interface WishlistLinkProps {
  readonly shop: Pick<Shop, 'settings' | 'wire'>;
  readonly context: Pick<RenderContext, 't'>;
  readonly config: string;
}

/**
 * Renders the link to the wishlist in the header, which is the same for everyone; a script shows the count from the
 * hint cookie. The link also loads the script of the wishlist buttons, unless the shop brings its own wishlist script
 * along.
 */
export function WishlistLink({ shop, context: { t }, config }: WishlistLinkProps) {
  const content = (
    <>
      <a className="tool" href={wishlistPath} data-wishlist-link="">
        <Icon name="heart" />
        <span className="tool__name">{t(texts.wishlist)}</span>
        <CountBadge classes={['count', getCountClass(getPrefix(shop)), fragmentClass]} count={0} />
      </a>
      <span id={configId} data-config={config} hidden />
    </>
  );
  if (!shop.settings(wishlistScriptSettings).enabled) return content;
  return (
    <Behaviour of="wishlist-pages/wishlist" when="load">
      {content}
    </Behaviour>
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

/** Renders the number of rows in all lists, hidden when it is 0. */
export const countFragment = defineWishlistFragment({
  name: (shop) => getCountClass(getPrefix(shop)),
  options: z.object({}),
  async render(shop, { actor, classes }) {
    const { count } = await countWishlistItems(shop.db, getOwner(actor));
    return renderToStaticMarkup(<CountBadge classes={classes} count={count} />);
  },
});
