import { variationPath } from '#features/catalog/index.ts';
import { ProductPrice } from '#features/pricing/index.ts';
import type { WishlistItem } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { wishlistPageTexts as texts } from '../texts.ts';

export interface ItemViewProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly item: WishlistItem;
}

type PhotoProps = Omit<ItemViewProps, 'context'> & { readonly sizes: string };

/** HTML of the photograph beside a row, which says nothing of the list. */
export function keepRowPhoto({ shop, item: { image }, sizes }: PhotoProps): string {
  if (image === null) return '';
  return shop.keepHtml('wishlist:photograph', [image, sizes], <RowPhoto shop={shop} image={image} sizes={sizes} />);
}

/** Finds its files when it is rendered: most photographs are kept. */
function RowPhoto({ shop, image, sizes }: Pick<PhotoProps, 'shop' | 'sizes'> & { readonly image: MediaRow }) {
  return <Picture picture={shop.media.picture(image, '')} sizes={sizes} />;
}

/** Of the product with the variation chosen; null where there is no page. */
export function getItemHref({ slug, productId, variationId, choices }: WishlistItem): string | null {
  return slug === null ? null : variationPath(slug, variationId === productId ? null : variationId, choices);
}

/** HTML of `ItemPrice`, which says nothing of the list. */
export function keepItemPrice({ shop, context, item }: ItemViewProps): string {
  const { price, priceRange } = item;
  return shop.keepHtml('wishlist:price', [price, priceRange], <ItemPrice context={context} item={item} />);
}

export function ItemPrice({ context, item: { price, priceRange } }: Omit<ItemViewProps, 'shop'>) {
  const { t } = context;
  if (price === null) return <ProductPrice context={context} range={priceRange} />;
  const format = (amount: number) => context.price({ amount, currency: price.currency });
  const isReduced = price.regular > price.current;
  const labels = { wasLabel: t(texts.regularPrice), nowLabel: t(texts.currentPrice) };
  return (
    <Price price={format(price.current)} sale={isReduced ? { was: format(price.regular), ...labels } : undefined} />
  );
}
