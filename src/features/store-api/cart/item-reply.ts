import type { Cart, PricedLine } from '#features/cart/index.ts';
import { getLinePath, getMaxQuantity } from '#features/cart/index.ts';
import { lowerToStep, type Visibility } from '#features/catalog/index.ts';
import type { Calculation, PriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { toStoreImage } from '../images.ts';
import { type CurrencyFormat, toRawAmount } from '../money.ts';
import type { StoreCartItem } from './cart-schemas.ts';

/** Product data of a line that carts don't contain. */
export interface ItemFacts {
  readonly variationId: number;
  /** HTML that was sanitized when it was saved. */
  readonly shortDescription: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** Slugs of attributes that belong to this product only. */
  readonly ownAttributes: readonly string[];
}

const findItemFacts = sqlQuery<ItemFacts>(
  'store-api.find-item-facts',
  `select v.id as "variationId", p.short_description as "shortDescription",
    case when v.id = p.id or v.description = '' then p.description else v.description end as description, p.visibility,
    array(select a.slug from attributes a where a.product_id = p.id) as "ownAttributes"
  from variations v join published_products p on p.id = v.product_id where v.id = any(array(select unnest($1::integer[])))`,
);

/** Loads the product data of all lines by variation id, with one query. */
export async function loadItemFacts(db: Db, { lines }: Pick<Cart, 'lines'>): Promise<ReadonlyMap<number, ItemFacts>> {
  const rows = await findItemFacts(db, [lines.map(({ variationId }) => variationId)]);
  return new Map(rows.map((row) => [row.variationId, row]));
}

interface ItemContext {
  readonly facts: ItemFacts | null;
  /** Null when the line can't be ordered. */
  readonly calculated: Calculation['lines'][number] | null;
  readonly currency: CurrencyFormat;
  readonly display: PriceDisplay;
}

export function toCartItem(shop: Shop, line: PricedLine, context: ItemContext): StoreCartItem {
  const { key, variationId, productId, quantity, name, variation } = line;
  const { facts } = context;
  const path = getLinePath(line);
  const isBackorder = variation?.stock.state === 'backorder';
  return {
    key,
    id: variationId,
    type: variationId === productId ? 'simple' : 'variation',
    quantity,
    quantity_limits: toQuantityLimits(shop, line),
    name,
    short_description: removePlaceholders(facts?.shortDescription ?? ''),
    description: removePlaceholders(facts?.description ?? ''),
    sku: variation?.sku ?? '',
    low_stock_remaining: variation?.stock.left ?? null,
    backorders_allowed: isBackorder,
    show_backorder_badge: isBackorder,
    sold_individually: variation?.soldIndividually ?? false,
    permalink: path === null ? '' : shop.config.publicUrl + path,
    images: variation?.image ? [toStoreImage(shop, variation.image)] : [],
    variation: toVariationData(line, facts?.ownAttributes ?? []),
    item_data: toItemData(line),
    prices: toItemPrices(line, context),
    totals: toItemTotals(context),
    catalog_visibility: facts?.visibility ?? 'hidden',
    extensions: {},
  };
}

function toQuantityLimits(shop: Shop, { max, variation }: PricedLine): StoreCartItem['quantity_limits'] {
  const isSingle = variation?.soldIndividually ?? false;
  const limit = max ?? getMaxQuantity(shop);
  if (isSingle || !variation)
    return { minimum: 1, maximum: isSingle ? 1 : Math.max(limit, 1), multiple_of: 1, editable: !isSingle };
  const { minQuantity: minimum, quantityStep } = variation.quantityRule;
  const maximum = Math.max(lowerToStep(variation.quantityRule, limit), minimum);
  return { minimum, maximum, multiple_of: quantityStep, editable: true };
}

/**
 * The line's options are in the order of the variation's options. An attribute that belongs to one product only has
 * no taxonomy prefix.
 */
function toVariationData(
  { variation, options }: PricedLine,
  ownAttributes: readonly string[],
): StoreCartItem['variation'] {
  return options.slice(0, variation?.options.length).map(({ name, value }, index) => {
    const slug = variation?.options[index]?.attribute ?? '';
    const prefix = ownAttributes.includes(slug) ? '' : attributePrefix;
    return { raw_attribute: `attribute_${prefix}${slug}`, attribute: name, value };
  });
}

/** Lists further data of the line, such as the time of an event, and its add-ons. */
function toItemData({ variation, options, addons }: PricedLine): StoreCartItem['item_data'] {
  const others = options.slice(variation?.options.length ?? 0);
  return [
    ...others.map(({ name, value }) => ({ key: name, value })),
    ...addons.map(({ label, shown }) => ({ key: label, value: shown })),
  ].map((entry) => ({ ...entry, display: '' }));
}

export const attributePrefix = 'pa_';

/** Prices of one item with its add-ons, with or without tax as the shop shows prices. */
function toItemPrices(
  { variation, unitPrice }: PricedLine,
  { currency, display }: ItemContext,
): StoreCartItem['prices'] {
  const taxClass = variation?.taxStatus === 'taxable' ? variation.taxClass : null;
  const price = display.toShown(unitPrice, taxClass);
  const base = variation?.price ?? null;
  const regular = base ? display.toShown(unitPrice + base.regular - base.current, taxClass) : price;
  const toRaw = (amount: number) => toRawAmount(amount, currency.currency_code);
  return {
    ...{ price: String(price), regular_price: String(regular), sale_price: String(price), price_range: null },
    ...currency,
    raw_prices: { precision: 6, price: toRaw(price), regular_price: toRaw(regular), sale_price: toRaw(price) },
  };
}

function toItemTotals({ calculated, currency }: ItemContext): StoreCartItem['totals'] {
  const { subtotalNet = 0, subtotalGross = 0, net = 0, tax = 0 } = calculated ?? {};
  return {
    line_subtotal: String(subtotalNet),
    line_subtotal_tax: String(subtotalGross - subtotalNet),
    line_total: String(net),
    line_total_tax: String(tax),
    ...currency,
  };
}
