import { variationPath } from '#features/catalog/index.ts';
import { toCardPicture } from '#features/listing/index.ts';
import { ProductPrice } from '#features/pricing/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import {
  formatItemChoices,
  type ItemAvailability,
  type ItemChange,
  type WishlistItem,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

export interface ItemViewProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly item: WishlistItem;
}

type PhotoProps = Omit<ItemViewProps, 'context'> & { readonly sizes: string };

/** HTML of `ItemPhoto`, which says nothing of the list. */
export function keepItemPhoto(props: PhotoProps): string {
  return props.shop.keepHtml('wishlist:photograph', [props.item.image, props.sizes], <ItemPhoto {...props} />);
}

export function ItemPhoto({ shop, item, sizes }: PhotoProps) {
  return item.image === null ? null : (
    <Picture picture={toCardPicture(shop.media.picture(item.image, ''))} sizes={sizes} />
  );
}

/** The name, which links to the product with the variation chosen. */
export function ItemName({ item }: Pick<ItemViewProps, 'item'>) {
  const href = getItemHref(item);
  return href === null ? item.name : <a href={href}>{item.name}</a>;
}

/** Of the product with the variation chosen; null where there is no page. */
export function getItemHref({ slug, productId, variationId, choices }: WishlistItem): string | null {
  return slug === null ? null : variationPath(slug, variationId === productId ? null : variationId, choices);
}

export function ItemOptions({ item }: Pick<ItemViewProps, 'item'>) {
  const choices = formatItemChoices(item);
  return choices.length === 0 ? null : <p className="wishlist-item__options">{choices.join(', ')}</p>;
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

/** Of lists on paper. */
export const availabilityTexts = {
  available: texts.inStock,
  'choose-options': texts.chooseOptions,
  'sold-out': productFormTexts.soldOut,
  unavailable: texts.unavailable,
} as const satisfies Record<ItemAvailability, unknown>;

export function ItemStock({ context: { t }, item: { availability, stockLeft } }: Omit<ItemViewProps, 'shop'>) {
  // The button says it.
  if (availability === 'choose-options') return null;
  if (availability === 'available' && stockLeft !== null)
    return <p className="stock stock--low">{t(texts.fewLeft, { count: stockLeft })}</p>;
  return (
    <p className={`stock stock--${availability === 'available' ? 'in' : 'out'}`}>
      {t(availabilityTexts[availability])}
    </p>
  );
}

/** What has changed of price and stock since the row was added. */
export function ItemChanges({ shop, context, item: { changes, price } }: ItemViewProps) {
  if (!shop.settings(wishlistPageSettings).showStockAndPriceChanges) return null;
  // The stock says the others.
  const shown = changes.flatMap((change) =>
    change.kind === 'soldOut' || change.kind === 'noLongerSold' ? [] : [change as ShownChange],
  );
  if (shown.length === 0) return null;
  const currency = price?.currency ?? context.currency;
  return (
    <ul className="wishlist-item__changes">
      {shown.map((change) => (
        <li key={change.kind} data-change={change.kind}>
          {change.kind === 'priceFell' && <Icon name="check" small />}
          {formatItemChange(context, currency, change)}
        </li>
      ))}
    </ul>
  );
}

type ShownChange = Extract<ItemChange, { readonly before: number }> | { readonly kind: 'backInStock' };

function formatItemChange(
  { t, price }: Pick<RenderContext, 't' | 'price'>,
  currency: string,
  change: ShownChange,
): string {
  if (change.kind === 'backInStock') return t(texts.backInStock);
  return t(texts[change.kind], { before: price({ amount: change.before, currency }) });
}

export function ItemDates({ context, item: { addedAt } }: Omit<ItemViewProps, 'shop'>) {
  return (
    <p className="wishlist-item__added">
      <time dateTime={addedAt.toISOString()}>{context.t(texts.addedOn, { date: addedAt })}</time>
    </p>
  );
}
