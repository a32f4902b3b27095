import type { ReactNode } from 'react';
import { renderCompanionsOfProducts } from '#features/bought-together/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getPrefix } from '../names.ts';
import type { ListView } from './list-view.ts';

/** What goes with the products of a page of a list, with buttons that add it to the owner's list. */
export async function renderGoesWith(shop: Shop, context: RenderContext, { list, page }: ListView): Promise<ReactNode> {
  const products = page.items.flatMap(({ slug, productId }) => (slug === null ? [] : [productId]));
  const slider = await renderCompanionsOfProducts(shop, context, {
    productIds: [...new Set(products)],
    wishlistId: list.isUserOwner ? list.id : undefined,
  });
  return slider && <div className={`${getPrefix(shop)}-frequently-bought-together`}>{slider}</div>;
}
