import { getMaxQuantity } from '#features/cart/index.ts';
import { lowerToStep, type ProductViewWithoutLinks, productPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { storeApiTexts as texts } from '../texts.ts';
import type { StoreProduct } from './product-schemas.ts';

interface StockFacts {
  readonly isInStock: boolean;
  readonly isOnBackorder: boolean;
  readonly left: number | null;
}

export function describeStock(
  { t }: Pick<Shop, 't'>,
  { isInStock, isOnBackorder, left }: StockFacts,
): StoreProduct['stock_availability'] {
  if (!isInStock) return { text: t(texts.outOfStock), class: 'out-of-stock' };
  if (isOnBackorder) return { text: t(texts.onBackorder), class: 'available-on-backorder' };
  return { text: left === null ? t(texts.inStock) : t(texts.lowStock, { count: left }), class: 'in-stock' };
}

interface AddFacts {
  readonly hasOptions: boolean;
  readonly isInStock: boolean;
  readonly max: number | null;
}

export function describeAddToCart(
  shop: Shop,
  { name, slug, type, externalUrl, buttonText, soldIndividually, priceRange, quantityRule }: ProductViewWithoutLinks,
  { hasOptions, isInStock, max }: AddFacts,
): StoreProduct['add_to_cart'] {
  const { t } = shop;
  const page = shop.config.publicUrl + productPath(slug);
  const { minQuantity, quantityStep } = quantityRule;
  const limit = Math.min(max ?? getMaxQuantity(shop), getMaxQuantity(shop));
  const maximum = soldIndividually ? 1 : Math.max(lowerToStep(quantityRule, limit), minQuantity);
  const limits = { minimum: minQuantity, maximum, multiple_of: quantityStep, single_text: t(texts.addToCart) };
  const describe = (text: string, description: string, url = page) => ({ text, description, url, ...limits });
  if (type === 'external') {
    const text = buttonText || t(texts.buyProduct);
    return { ...describe(text, text, externalUrl ?? page), single_text: text };
  }
  if (type === 'grouped') return describe(t(texts.viewProducts), t(texts.viewProductsOf, { name }));
  if (!isInStock || priceRange === null) return describe(t(texts.readMore), t(texts.readMoreOf, { name }));
  if (hasOptions) return describe(t(texts.selectOptions), t(texts.selectOptionsOf, { name }));
  return describe(t(texts.addToCart), t(texts.addNamedToCart, { name }));
}
