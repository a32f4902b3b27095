import type { ReactNode } from 'react';
import type { ProductViewWithoutLinks } from '#features/catalog/index.ts';
import { getPriceSuffix, PriorPrice, ProductPrice } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';

interface HeadlinePriceProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly product: ProductViewWithoutLinks;
  /** The price of what the form starts with; null: nothing is chosen. */
  readonly chosen: ReactNode;
}

/** The range of prices, or that of the choice. The form replaces it (`islands/buy-form/headline.tsx`). */
export function HeadlinePrice({ shop, context, product: { type, priceRange }, chosen }: HeadlinePriceProps) {
  return (
    <p className="buy__price">
      {(type === 'variable' || chosen === null) && (
        <span className="buy__range" hidden={chosen !== null}>
          <ProductPrice context={context} range={priceRange} suffix={getPriceSuffix(shop)} />
          <PriorPrice context={context} range={priceRange} />
        </span>
      )}
      <span className="buy__chosen">{chosen}</span>
    </p>
  );
}
