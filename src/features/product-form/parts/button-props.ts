import type { ProductViewWithoutLinks } from '#features/catalog/index.ts';
import { formatPriceRange } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { ButtonProps, StickyProps } from '../islands/buy-form.shared.ts';
import { productFormSettings } from '../settings.ts';
import { productFormTexts as texts } from '../texts.ts';

export function buildButtonProps({ settings, t }: Shop): ButtonProps {
  return {
    hasBuyNow: settings(productFormSettings).buyNow,
    labels: {
      addToCart: t(texts.addToCart),
      adding: t(texts.adding),
      buyNow: t(texts.buyNow),
      toCheckout: t(texts.toCheckout),
      soldOut: t(texts.soldOut),
    },
  };
}

/** @returns null when the sticky bar is switched off */
export function buildStickyProps(
  shop: Shop,
  context: RenderContext,
  product: ProductViewWithoutLinks,
): StickyProps | null {
  if (!shop.settings(productFormSettings).stickyBar) return null;
  const { t } = context;
  const { name, type, images, variations, priceRange } = product;
  const [first] = images;
  const shownIndexes = new Set(variations.map(({ imageIndex }) => imageIndex));
  const variationImages = images.filter((_, index) => shownIndexes.has(index));
  const getSmallUrl = (image: (typeof images)[number]) => shop.media.picture(image).srcset.split(' ', 1)[0] ?? '';
  return {
    label: t(texts.buyBar, { name }),
    name,
    price: priceRange === null ? '' : formatPriceRange(context, priceRange),
    picture: first ? getSmallUrl(first) : null,
    pictures: Object.fromEntries(variationImages.map((image) => [image.id, getSmallUrl(image)])),
    selectOptions: t(type === 'grouped' ? texts.selectItems : texts.selectOptions),
  };
}
