import type { ReactNode } from 'react';
import { wishlistAjaxTexts } from '#features/wishlist-ajax/index.ts';
import { wishlistSettings } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { configId, type WishlistConfig } from './contract.ts';
import { wishlistScriptSettings } from './settings.ts';
import { wishlistScriptTexts as texts } from './texts.ts';

/** @returns JSON of a `WishlistConfig`; null where the shop's own script is off */
export function createWishlistConfig(
  shop: Pick<Shop, 'settings' | 'wire'>,
  { t }: Pick<RenderContext, 't'>,
): string | null {
  if (!shop.settings(wishlistScriptSettings).enabled) return null;
  const { multipleLists, hideAddButton, popupTimeout } = shop.settings(wishlistSettings);
  const config: WishlistConfig = {
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
      failed: t(texts.failed),
      close: t(texts.close),
      cookiesOff: t(wishlistAjaxTexts.cookieDisabled),
    },
  };
  return JSON.stringify(config);
}

interface WishlistScriptProps {
  /** Of `createWishlistConfig`. */
  readonly config: string | null;
  /** The link in the header. */
  readonly children: ReactNode;
}

/** Lets the script serve the wishlist buttons of a page. The same for everyone, so cached pages have it. */
export function WishlistScript({ config, children }: WishlistScriptProps) {
  if (config === null) return children;
  return (
    <Behaviour of="wishlist-script/wishlist" when="load">
      {children}
      <span id={configId} data-config={config} hidden />
    </Behaviour>
  );
}
