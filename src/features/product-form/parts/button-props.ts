import type { ProductViewWithoutLinks } from '#features/catalog/index.ts';
import { formatPriceRange } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { ButtonProps, StickyProps } from '../islands/buy-form.shared.ts';
import { productFormSettings } from '../settings.ts';
import { productFormTexts as texts } from '../texts.ts';

export function buildButtonProps({ settings, t }: Shop, { type }: ProductViewWithoutLinks): ButtonProps {
  return {
    hasBuyNow: settings(productFormSettings).buyNow,
    labels: {
      addToCart: t(type === 'grouped' ? texts.addSetToCart : texts.addToCart),
      adding: t(texts.adding),
      buyNow: t(texts.buyNow),
      toCheckout: t(texts.toCheckout),
      soldOut: t(texts.soldOut),
    },
  };
}

/** @returns null when the setting `stickyBar` is off */
export function buildStickyProps(
  shop: Shop,
  context: RenderContext,
  product: ProductViewWithoutLinks,
): StickyProps | null {
  if (!shop.settings(productFormSettings).stickyBar) return null;
  const { t } = context;
  const { name, images, priceRange } = product;
  const [first] = images;
  return {
    label: t(texts.buyBar, { name }),
    name,
    price: priceRange === null ? '' : formatPriceRange(context, priceRange),
    picture: first ? getSmallUrl(shop, first) : null,
    pictures: mapVariationPictures(shop, product),
    selectOptions: t(texts.selectOptions),
  };
}

/** URLs of small pictures by picture id, for variations with their own picture. */
export function mapVariationPictures(
  shop: Shop,
  { images, variations }: ProductViewWithoutLinks,
): Readonly<Record<string, string>> {
  const shownIndexes = new Set(variations.map(({ imageIndex }) => imageIndex));
  const shown = images.filter((_, index) => shownIndexes.has(index));
  return Object.fromEntries(shown.map((image) => [image.id, getSmallUrl(shop, image)]));
}

export function getSmallUrl({ media }: Shop, image: MediaRow): string {
  return media.picture(image).srcset.split(' ', 1)[0] ?? '';
}
