import type { ReactNode } from 'react';
import type { ProductView } from '#features/catalog/index.ts';
import {
  cardCacheTag,
  categoryCacheTag,
  findEarliestDate,
  type ProductCard,
  productPath,
} from '#features/catalog/index.ts';
import { ProductPrice } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Picture } from '#ui/picture.tsx';
import { listingTexts as texts } from '../texts.ts';
import { renderProductGrid } from './product-grid.tsx';

export const maxLinkedProducts = 4;

/** Maximum number of alternatives for a product that is sold out. */
const maxAlternatives = 3;

export interface LinkedProducts {
  /** Similar products in stock, shown beside a product that is sold out; null without any. */
  readonly alternatives: ReactNode;
  readonly section: ReactNode;
  /** Cache tags besides the product's own. `until`: when the content expires; null for never. */
  readonly tags: readonly string[];
  readonly until: Date | null;
}

interface LinkedProductsInput {
  /** At least as many products as may be shown. */
  readonly related: readonly ProductCard[];
  /** Whether alternatives are shown, so that the section does not repeat them. */
  readonly isSoldOut: boolean;
  /** Ids of products that another section of the page shows. */
  readonly shown: ReadonlySet<number>;
}

/** Renders the upsells of a product, filled up with related products. */
export async function renderLinkedProducts(
  shop: Shop,
  context: RenderContext,
  product: ProductView,
  { related, isSoldOut, shown }: LinkedProductsInput,
): Promise<LinkedProducts> {
  const available = isSoldOut ? [...product.upsells, ...related].filter(({ inStock }) => inStock) : [];
  const alternatives = available.slice(0, maxAlternatives);
  const isElsewhere = ({ id }: ProductCard) => shown.has(id) || alternatives.some((card) => card.id === id);
  const upsells = product.upsells.filter((card) => !isElsewhere(card)).slice(0, maxLinkedProducts);
  const more = related.filter((card) => !isElsewhere(card)).slice(0, maxLinkedProducts - upsells.length);
  const section = await renderSection(shop, context, context.t(texts.mayLike), [...upsells, ...more]);
  const added = [...alternatives, ...more];
  return {
    alternatives: alternatives.length > 0 ? <Alternatives shop={shop} context={context} cards={alternatives} /> : null,
    section,
    tags: [...product.categories.map(({ id }) => categoryCacheTag(id)), ...added.map(({ id }) => cardCacheTag(id))],
    until: findEarliestDate([product.nextChangeAt, ...added.map(({ nextChangeAt }) => nextChangeAt)]),
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
                <Picture picture={shop.media.picture(image, '')} sizes="3.5rem" loading="lazy" />
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

async function renderSection(shop: Shop, context: RenderContext, title: string, cards: readonly ProductCard[]) {
  if (cards.length === 0) return null;
  return (
    <section className="section wrap">
      <div className="section__head">
        <h2>{title}</h2>
      </div>
      {await renderProductGrid(shop, context, { cards, heading: 'h3', columns: 4 })}
    </section>
  );
}
