import { z } from 'zod';
import { cartPath, loadCart } from '#features/cart/index.ts';
import { defineFragment } from '#platform/fragments/fragments.tsx';
import { miniCartFragment } from './contract.ts';
import { canBeOrdered, MiniCart } from './mini-cart.tsx';
import { miniCartExpress } from './slots.ts';

/** The content of the mini-cart. Pages don't contain it, since they are cached: replies of calls bring it. */
export const miniCartContent = defineFragment({
  key: miniCartFragment,
  options: z.object({}),
  async render(shop, actor) {
    const loaded = await loadCart(shop, actor, '');
    const context = shop.renderContext(cartPath);
    const { total, currency } = loaded.state.cart;
    const express = canBeOrdered(loaded.cart)
      ? await shop.fill(miniCartExpress, context, { actor, total, currency })
      : [];
    return <MiniCart {...{ shop, context, express, ...loaded }} />;
  },
});
