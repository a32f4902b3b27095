import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import {
  cardCacheTag,
  categoryCacheTag,
  findEarliestDate,
  type ProductCard,
  productPath,
} from '#features/catalog/index.ts';
import { getPriceDisplay, ProductPrice } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Picture } from '#ui/picture.tsx';
import { getCrossSells } from '../related.ts';
import { listingTexts as texts } from '../texts.ts';
import { toCardPicture } from './card-picture.ts';
import { renderProductGrid } from './product-grid.tsx';

export const maxLinkedProducts = 4;

/** Shown in place of what is sold out. */
const maxAlternatives = 3;

export interface LinkedProducts {
  /** For a place beside a product that is sold out: similar ones in stock; null without any. */
  readonly alternatives: ReactNode;
  readonly sections: ReactNode;
  /** Cache tags besides the product's own, and when they expire. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

/**
 * Cross-sells of a product; then its upsells, filled up with related products.
 * @param related at least as many as may be shown
 * @param isSoldOut whether alternatives are wanted; no section shows them again
 */
export async function renderLinkedProducts(
  shop: Shop,
  context: RenderContext,
  product: ProductView,
  related: readonly ProductCard[],
  isSoldOut: boolean,
): Promise<LinkedProducts> {
  const available = isSoldOut ? [...product.upsells, ...related].filter(({ inStock }) => inStock) : [];
  const alternatives = available.slice(0, maxAlternatives);
  const isElsewhere = ({ id }: ProductCard) => alternatives.some((card) => card.id === id);
  const upsells = product.upsells.filter((card) => !isElsewhere(card)).slice(0, maxLinkedProducts);
  const crossSells = product.crossSells
    .filter((card) => !isElsewhere(card) && !upsells.some(({ id }) => id === card.id))
    .slice(0, maxLinkedProducts);
  const more = related.filter((card) => !isElsewhere(card)).slice(0, maxLinkedProducts - upsells.length);
  const sections = await Promise.all([
    renderSection(shop, context, context.t(texts.pairsWellWith), crossSells),
    renderSection(shop, context, context.t(texts.mayLike), [...upsells, ...more]),
  ]);
  const shown = [...alternatives, ...more];
  return {
    alternatives: alternatives.length > 0 ? <Alternatives shop={shop} context={context} cards={alternatives} /> : null,
    sections: <>{sections}</>,
    tags: [...product.categories.map(({ id }) => categoryCacheTag(id)), ...shown.map(({ id }) => cardCacheTag(id))],
    until: findEarliestDate([product.nextChangeAt, ...shown.map(({ nextChangeAt }) => nextChangeAt)]),
  };
}

interface AlternativesProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly cards: readonly ProductCard[];
}

function Alternatives({ shop, context, cards }: AlternativesProps) {
  return (
    <section className="alternatives">
      <h2 className="alternatives__title">{context.t(texts.alternatives)}</h2>
      <ul className="items">
        {cards.map(({ id, name, slug, images: [image], priceRange }) => (
          <li className="item" key={id}>
            {image && (
              <div className="item__photo">
                <Picture picture={toCardPicture(shop.media.picture(image, ''))} sizes="3.5rem" loading="lazy" />
              </div>
            )}
            <a href={productPath(slug)}>{name}</a>
            <ProductPrice context={context} range={priceRange} />
          </li>
        ))}
      </ul>
    </section>
  );
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
