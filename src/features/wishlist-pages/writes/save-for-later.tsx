import type { ReactNode } from 'react';
import { z } from 'zod';
import { cartPath, countCart, type PricedLine, readCartRows, removeLine, toCartHint } from '#features/cart/index.ts';
import type { CartNoticeSource } from '#features/cart-page/index.ts';
import { addItem, readWishlistHint, wishlistPath, writeLimits } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { lineField, saveForLaterPath } from '../contract.ts';
import { wishlistPageErrors } from '../errors.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

interface SaveFailure {
  readonly ok: false;
  readonly code: 'LINE_NOT_FOUND' | 'ITEM_NOT_SAVED' | 'TOO_MANY_CHANGES';
}

interface SaveSuccess {
  readonly ok: true;
  readonly owner: Owner;
}

const lineBody = z.object({ [lineField]: z.uuid() });

export const saveForLaterMutation = defineMutation({
  name: 'wishlist-pages.save-line',
  description: 'Moves a line of the cart to the default list of the shopper.',
  schema: lineBody,
  errors: wishlistPageErrors,
  limits: { ...writeLimits, refuse: (): SaveFailure => ({ ok: false, code: 'TOO_MANY_CHANGES' }) },
  async run({ shop, getActor }, { [lineField]: key }): Promise<SaveSuccess | SaveFailure> {
    const owner = getOwner(await getActor());
    if (!owner) return { ok: false, code: 'LINE_NOT_FOUND' };
    const { lines } = await readCartRows(shop.db, owner);
    const line = lines.find((each) => each.key === key && each.removedAt === null);
    if (!line) return { ok: false, code: 'LINE_NOT_FOUND' };
    const { productId, variationId, choices, addons, quantity } = line;
    const item = { list: null, productId, variationId, choices, addons, quantity, raisesQuantity: true };
    const added = await addItem(shop, owner, item);
    if (!added.ok) return { ok: false, code: 'ITEM_NOT_SAVED' };
    // Remove the line last, so that it stays in the cart when an earlier step fails.
    await removeLine(shop, owner, key);
    return { ok: true, owner };
  },
  hint: async ({ shop }, { owner }) => ({
    ...toCartHint(await countCart(shop.db, owner)),
    ...(await readWishlistHint(shop, owner)),
  }),
  form: {
    path: saveForLaterPath,
    success: () => ({ redirectTo: cartPath, notices: [{ code: 'savedForLater' }] }),
    failure: (_: MutationCall, { code }: SaveFailure) => ({ redirectTo: cartPath, notices: [{ code }] }),
  },
});

const ownCodes = ['savedForLater', 'ITEM_NOT_SAVED', 'TOO_MANY_CHANGES'] as const;

/**
 * Provides the cart page's notices after "Save for later". For a line that no longer exists, the cart has its own
 * notice.
 */
export const saveForLaterNotices: CartNoticeSource = {
  codes: ownCodes,
  render({ t }, { code }) {
    const own = ownCodes.find((each) => each === code) ?? 'ITEM_NOT_SAVED';
    return (
      <Notice key={own} kind={own === 'savedForLater' ? 'success' : 'error'} autoFocus>
        {t(texts[own])} {own === 'savedForLater' && <a href={wishlistPath}>{t(texts.viewWishlist)}</a>}
      </Notice>
    );
  },
};

/** Fills `cart.line.actions`. */
export function renderSaveForLater(
  _shop: Shop,
  { t }: RenderContext,
  { lines }: { readonly lines: readonly PricedLine[] },
): Map<string, ReactNode> {
  const kept = lines.filter(({ variation }) => variation);
  return new Map(
    kept.map(({ key, name }) => [
      key,
      <Button
        key="wishlist"
        look="text"
        formAction={saveForLaterPath}
        name={lineField}
        value={key}
        className="cart-line__save"
      >
        {t(texts.saveForLater)} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>,
    ]),
  );
}
