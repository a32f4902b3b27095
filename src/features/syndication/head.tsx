import type { ProductCard, ProductViewWithoutLinks } from '#features/catalog/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { productApiPath } from './contract.ts';
import { buildProductFacts } from './product-facts.ts';
import { JsonLd } from './structured-data/json-ld.tsx';
import { buildProductNodes, type ReviewFacts } from './structured-data/product-nodes.ts';
import {
  type BreadcrumbStep,
  buildBreadcrumbNode,
  buildListNode,
  buildSiteNodes,
} from './structured-data/site-nodes.ts';

export function SiteHead({ shop }: { readonly shop: Shop }) {
  return <JsonLd nodes={buildSiteNodes(shop)} />;
}

interface ProductHeadProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly product: ProductViewWithoutLinks;
  /** Whether prices of `product` are shown with or without tax. */
  readonly display: PriceDisplay;
  readonly steps: readonly BreadcrumbStep[];
  /** Reviews that the page shows. */
  readonly reviews?: readonly ReviewFacts[];
}

export function ProductHead({ shop, context, product, display, steps, reviews }: ProductHeadProps) {
  return (
    <>
      <link rel="alternate" type="application/json" href={productApiPath(String(product.id))} />
      <JsonLd
        nodes={[
          buildBreadcrumbNode(shop, steps),
          ...buildProductNodes(shop, buildProductFacts(shop, product, { now: context.now, display }), reviews),
        ]}
      />
    </>
  );
}

interface ListingHeadProps {
  readonly shop: Shop;
  readonly cards: readonly Pick<ProductCard, 'slug' | 'name'>[];
  readonly steps: readonly BreadcrumbStep[];
}

export function ListingHead({ shop, cards, steps }: ListingHeadProps) {
  const trail = steps.length > 1 ? [buildBreadcrumbNode(shop, steps)] : [];
  const list = cards.length > 0 ? [buildListNode(shop, cards)] : [];
  return trail.length + list.length === 0 ? null : <JsonLd nodes={[...trail, ...list]} />;
}
