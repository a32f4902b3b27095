import type { FunctionComponent } from 'react';
import { cartSettings } from '#features/cart/index.ts';
import { variationPath } from '#features/catalog/index.ts';
import { ProductPrice } from '#features/pricing/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import { formatItemChoices, type ItemAvailability, type WishlistItem } from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createHtmlTemplates } from '#platform/pages/html-template.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Price } from '#ui/price.tsx';
import { wishlistPageSettings } from '../settings.ts';
import { wishlistPageTexts as texts } from '../texts.ts';
import type { ListView } from './list-view.ts';

export interface ListFormProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly view: ListView;
}

/** Texts that differ between rows of one kind. */
const rowTexts = [
  ...(['id', 'name', 'href', 'productId', 'variationId', 'quantity', 'position', 'note', 'options'] as const),
  ...(['addedAt', 'added', 'stock', 'priceChange', 'bought', 'wanted'] as const),
] as const;
/** Parts of a row whose cached HTML other pages share. */
const rowParts = ['photograph', 'price'] as const;

/** Properties that decide which elements a row has: all rows of one kind have the same elements. */
interface RowKind {
  readonly action: 'choose-options' | 'add-to-cart' | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether the button has the attributes for add-to-cart scripts of a shop that moved here. */
  readonly hasScriptMarkup: boolean;
  /** Whether the row was to be moved without a chosen list: its select then gets the focus. */
  readonly asksForList: boolean;
  readonly stockLevel: 'in' | 'low' | 'out';
  readonly changes: readonly ('backInStock' | 'priceRose' | 'priceFell')[];
}

type RowText = (typeof rowTexts)[number] | (typeof rowParts)[number];

export interface RowProps extends ListFormProps {
  /**
   * Texts are placeholders that are replaced with the values of each row. '' means that all rows of the kind lack the
   * text.
   */
  readonly item: RowKind & Readonly<Record<RowText, string>>;
}

/**
 * Returns the HTML of the rows of a page. Most rows differ only in a few texts, so each kind is rendered once.
 * Rendering the 5,000 elements of 100 rows one by one takes six to ten times as long.
 */
export function renderRows(
  props: ListFormProps,
  Row: FunctionComponent<RowProps>,
  keepPhotograph: (item: WishlistItem) => string,
): string {
  const { shop, context, view } = props;
  const fill = createHtmlTemplates(rowTexts, rowParts);
  const formatAdded = createDateText(context);
  // Concatenate, since joining an array copies all of the HTML once more.
  return view.page.items.reduce((html, item) => {
    const { price, priceRange } = item;
    const kind = findRowKind(shop, view, item);
    const values = {
      ...formatRow(context, item),
      ...{ added: formatAdded(item.addedAt), photograph: keepPhotograph(item) },
      price: shop.keepHtml('wishlist:price', [price, priceRange], <ItemPrice context={context} item={item} />),
    };
    const empty = Object.entries(values).filter(([, text]) => text === '');
    const key = JSON.stringify([kind, empty]);
    return (
      html +
      fill(key, values, (places) => <Row {...props} item={{ ...places, ...Object.fromEntries(empty), ...kind }} />)
    );
  }, '');
}

function findRowKind(shop: Shop, view: ListView, item: WishlistItem): RowKind {
  const { availability, slug, choices, addons, stockLeft } = item;
  const canChoose = availability === 'choose-options' && slug !== null;
  // Add-to-cart scripts send an id and a quantity, but no choices and add-ons.
  const isPlain = Object.keys({ ...choices, ...addons }).length === 0;
  return {
    action: canChoose ? 'choose-options' : availability === 'available' ? 'add-to-cart' : null,
    isFirst: item.position === 1,
    isLast: item.position === view.page.itemCount,
    hasScriptMarkup: shop.settings(cartSettings).hasScriptMarkup && isPlain,
    asksForList: item.id === view.askingItem,
    stockLevel: availability !== 'available' ? 'out' : stockLeft === null ? 'in' : 'low',
    changes: shop.settings(wishlistPageSettings).showStockAndPriceChanges
      ? // The stock says the others.
        item.changes.flatMap(({ kind }) => (kind === 'soldOut' || kind === 'noLongerSold' ? [] : [kind]))
      : [],
  };
}

export const availabilityTexts = {
  available: texts.inStock,
  'choose-options': texts.chooseOptions,
  'sold-out': productFormTexts.soldOut,
  unavailable: texts.unavailable,
} as const satisfies Record<ItemAvailability, unknown>;

function formatRow({ t, price, currency }: RenderContext, item: WishlistItem) {
  const { id, name, productId, variationId, quantity, position, note, addedAt, bought, availability, stockLeft } = item;
  const priceChange = item.changes.find((change) => 'before' in change);
  return {
    ...{ id, name, productId, variationId, quantity, position, note },
    href: getItemHref(item) ?? '',
    options: formatItemChoices(item).join(', '),
    addedAt: addedAt.toISOString(),
    stock: formatStock(t, availability, stockLeft),
    priceChange: priceChange
      ? t(texts[priceChange.kind], {
          before: price({ amount: priceChange.before, currency: item.price?.currency ?? currency }),
        })
      : '',
    bought: bought === null ? '' : t(texts.boughtOf, { bought, quantity }),
    wanted: bought === null || bought >= quantity ? '' : quantity - bought,
  };
}

function formatStock(t: RenderContext['t'], availability: ItemAvailability, left: number | null): string {
  // The row's button already asks the shopper to choose options.
  if (availability === 'choose-options') return '';
  return availability === 'available' && left !== null
    ? t(texts.fewLeft, { count: left })
    : t(availabilityTexts[availability]);
}

/** Returns the address of the product with the variation chosen; null when the product has no page. */
export function getItemHref({ slug, productId, variationId, choices }: WishlistItem): string | null {
  return slug === null ? null : variationPath(slug, variationId === productId ? null : variationId, choices);
}

/** In all time zones, days begin at a multiple of a quarter of an hour in UTC. */
const quarterOfAnHour = 15 * 60 * 1000;

/** Caches formatted dates by quarter of an hour: formatting a date takes as long as the rest of a row. */
function createDateText({ t }: RenderContext): (date: Date) => string {
  const formatted = new Map<number, string>();
  return (date) => {
    const quarter = Math.floor(date.getTime() / quarterOfAnHour);
    const text = formatted.get(quarter) ?? t(texts.addedOn, { date });
    formatted.set(quarter, text);
    return text;
  };
}

interface ItemPriceProps {
  readonly context: RenderContext;
  readonly item: Pick<WishlistItem, 'price' | 'priceRange'>;
}

function ItemPrice({ context, item: { price, priceRange } }: ItemPriceProps) {
  const { t } = context;
  if (price === null) return <ProductPrice context={context} range={priceRange} />;
  const format = (amount: number) => context.price({ amount, currency: price.currency });
  const isReduced = price.regular > price.current;
  const labels = { wasLabel: t(texts.regularPrice), nowLabel: t(texts.currentPrice) };
  return (
    <Price price={format(price.current)} sale={isReduced ? { was: format(price.regular), ...labels } : undefined} />
  );
}
