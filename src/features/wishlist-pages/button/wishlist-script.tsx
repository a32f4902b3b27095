import type { ReactNode } from 'react';
import { wishlistSettings, wishlistTexts } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { configId, type WishlistConfig } from '../contract.ts';
import { wishlistScriptSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

/** @returns JSON of a `WishlistConfig` */
export function createWishlistConfig(shop: Pick<Shop, 'settings' | 'wire'>, { t }: Pick<RenderContext, 't'>): string {
  const { multipleLists, hideAddButton, popupTimeout } = shop.settings(wishlistSettings);
  const config: WishlistConfig = {
    hasOtherScript: !shop.settings(wishlistScriptSettings).enabled,
    prefix: shop.wire.wishlistPrefix,
    canAddAgain: multipleLists && !hideAddButton,
    canHaveLists: multipleLists,
    timeout: popupTimeout,
    texts: {
      listed: t(texts.listed),
      // The script puts the name of the product in.
      listedNamed: t(texts.listedNamed, { name: '{name}' }),
      remove: t(texts.remove),
      addToAnother: t(texts.addToAnother),
      otherLists: t(texts.otherLists),
      showList: t(texts.showList),
      otherList: t(texts.otherList),
      undo: t(texts.undo),
      retry: t(texts.retry),
      failed: t(texts.callFailed),
      close: t(texts.close),
      cookiesOff: t(wishlistTexts.COOKIES_OFF),
    },
  };
  return JSON.stringify(config);
}

interface WishlistScriptProps {
  readonly shop: Pick<Shop, 'settings'>;
  /** Of `createWishlistConfig`. */
  readonly config: string;
  /** The link in the header. */
  readonly children: ReactNode;
}

/**
 * Lets the script serve the wishlist buttons of a page. The same for everyone, so cached pages have it. Where
 * the shop brings a wishlist script along, only pages of lists have a script of the shop.
 */
export function WishlistScript({ shop, config, children }: WishlistScriptProps) {
  const content = (
    <>
      {children}
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
