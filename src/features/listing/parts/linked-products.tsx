import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import { cardCacheTag, categoryCacheTag, findEarliestDate, type ProductCard } from '#features/catalog/index.ts';
import { getPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCrossSells } from '../related.ts';
import { listingTexts as texts } from '../texts.ts';
import { renderProductGrid } from './product-grid.tsx';

export const maxLinkedProducts = 4;

export interface LinkedProducts {
  readonly sections: ReactNode;
  /** Cache tags besides the product's own, and when they expire. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

/**
 * Cross-sells of a product; then its upsells, filled up with related products.
 * @param related at least as many as may be shown
 */
export async function renderLinkedProducts(
  shop: Shop,
  context: RenderContext,
  product: ProductView,
  related: readonly ProductCard[],
): Promise<LinkedProducts> {
  const upsells = product.upsells.slice(0, maxLinkedProducts);
  const crossSells = product.crossSells
    .filter(({ id }) => !upsells.some((card) => card.id === id))
    .slice(0, maxLinkedProducts);
  const more = related.slice(0, maxLinkedProducts - upsells.length);
  const sections = await Promise.all([
    renderSection(shop, context, context.t(texts.pairsWellWith), crossSells),
    renderSection(shop, context, context.t(texts.mayLike), [...upsells, ...more]),
  ]);
  return {
    sections: <>{sections}</>,
    tags: [...product.categories.map(({ id }) => categoryCacheTag(id)), ...more.map(({ id }) => cardCacheTag(id))],
    until: findEarliestDate([product.nextChangeAt, ...more.map(({ nextChangeAt }) => nextChangeAt)]),
  };
}

/** Cross-sells of a cart, shown below it; null when there are none. */
export async function renderCartCrossSells(
  shop: Shop,
  context: RenderContext,
  productIds: readonly number[],
): Promise<ReactNode> {
  if (productIds.length === 0) return null;
  const display = await getPriceDisplay(shop, context);
  const cards = await getCrossSells(shop.db, productIds, { limit: maxLinkedProducts, now: context.now, display });
  return renderSection(shop, context, context.t(texts.mayLike), cards);
}

async function renderSection(shop: Shop, context: RenderContext, title: string, cards: readonly ProductCard[]) {
  if (cards.length === 0) return null;
  return (
    <section className="section wrap" key={title}>
      <div className="section__head">
        <h2>{title}</h2>
      </div>
      {await renderProductGrid(shop, context, { cards, heading: 'h3', columns: 4 })}
    </section>
  );
}
