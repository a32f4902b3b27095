import { type StockDisplay, type StockState, toStockDisplay } from '#features/inventory/index.ts';
import type { AddonDefinition, PriceDisplay, PriceRange, SaleView } from '#features/pricing/index.ts';
import {
  findNextPriceChange,
  pricesAsEntered,
  type ScheduledPrice,
  toPriceRange,
  toPriceView,
  toShownAddon,
  toShownPrice,
  toShownSale,
} from '#features/pricing/index.ts';
import { awaitAll, type Db } from '#platform/database/database.ts';
import { cardCacheTag, categoryCacheTag, productCacheTag, swatchesCacheTag } from '../cache-tags.ts';
import type { LocalSlug, ProductType, SizeMm, UnitPrice, VariationView } from '../contract.ts';
import { isBookable } from './event-date.ts';
import { findEarliestDate, getLinkedCards, getProductCards, type ProductCard } from './product-cards.ts';
import {
  type ProductViewRow,
  queryProductBySlug,
  queryProductInAnyState,
  queryProductsByIds,
  type VariationRow,
} from './product-view-query.ts';
import { readEventDate, readOffer } from './sql-fragments.ts';

/** A published product with all data of its page. Prices are as displayed. */
export interface ProductView extends Omit<ProductViewRow, 'offers' | 'links'> {
  /** Has the product's id. It is what is sold of a simple product, and holds shared values of a variable product. */
  readonly master: VariationView;
  /** Enabled variations with a price, in their order; empty unless the product is variable. */
  readonly variations: readonly VariationView[];
  readonly priceRange: PriceRange | null;
  /** Whether some variation can be bought now, or only on backorder. A group is either in stock or not. */
  readonly availability: StockState;
  readonly onSale: boolean;
  readonly upsells: readonly ProductCard[];
  readonly grouped: readonly ProductCard[];
  /** Next start or end of a sale, or start of an event, that changes the page. */
  readonly nextChangeAt: Date | null;
  /** The displayed unit price; null when the shop states none or variations have different units. */
  readonly unitPrice: UnitPrice | null;
  readonly cacheTags: readonly string[];
}

/**
 * Uses two concurrent queries.
 * @param display how prices are displayed. Default: as they are entered
 */
export async function getProductView(
  db: Db,
  address: LocalSlug,
  now: Date,
  display: PriceDisplay = pricesAsEntered,
): Promise<ProductView | null> {
  const [row, cards] = await awaitAll([queryProductBySlug(db, address), getLinkedCards(db, address, now, display)]);
  return row ? toProductView(row, cards, { now, display }) : null;
}

/**
 * Loads a product for a preview by staff, even if it is not published. Linked products must be published. Uses two
 * queries.
 * @param display how prices are displayed
 */
export async function getProductPreview(
  db: Db,
  id: number,
  now: Date,
  display: PriceDisplay,
): Promise<ProductView | null> {
  const row = await queryProductInAnyState(db, id);
  return row ? toProductView(row, await getProductCards(db, listCardIds(row), now, display), { now, display }) : null;
}

export type ProductViewWithoutLinks = Omit<ProductView, 'upsells'>;

/**
 * Loads published products by id, in at most two queries. Of linked products, only the members of groups are loaded.
 * @param display how prices are displayed. Default: as they are entered
 */
export async function getProductViews(
  db: Db,
  ids: readonly number[],
  now: Date,
  display: PriceDisplay = pricesAsEntered,
): Promise<ProductViewWithoutLinks[]> {
  if (ids.length === 0) return [];
  const rows = (await queryProductsByIds(db, ids)).map((row) => ({
    ...row,
    links: row.links.filter(({ kind }) => kind === 'grouped'),
  }));
  const cardIds = new Set(rows.flatMap(listCardIds));
  const cards = new Map((await getProductCards(db, [...cardIds], now, display)).map((card) => [card.id, card]));
  return rows.map((row) => {
    const { upsells: _, ...view } = toProductView(
      row,
      listCardIds(row).flatMap((id) => cards.get(id) ?? []),
      { now, display },
    );
    return view;
  });
}

/** The card of a group is included, since it contains the price of the set. */
function listCardIds({ id, type, links }: ProductViewRow): readonly number[] {
  return type === 'grouped' ? [id, ...links.map((link) => link.id)] : links.map((link) => link.id);
}

interface PriceContext {
  readonly now: Date;
  readonly display: PriceDisplay;
}

function toProductView(
  { offers, links, ...row }: ProductViewRow,
  cards: readonly ProductCard[],
  context: PriceContext,
): ProductView {
  const getLinkedCards = (kind: string) =>
    links.filter((link) => link.kind === kind).flatMap(({ id }) => cards.find((card) => card.id === id) ?? []);
  const master = offers.find((offer) => offer.id === row.id);
  if (!master) throw new Error(`product ${row.id} has no master variation`);
  const views = offers.map((offer) => toVariationView(offer, master, row, context));
  const variations = row.type === 'variable' ? views.filter((view) => view.id !== row.id && view.price !== null) : [];
  const offered = row.type === 'variable' ? variations : views.filter((view) => view.id === row.id);
  const priced = offered.filter((view) => view.price !== null);
  const states = priced.map(({ stock }) => stock.state);
  // Price and availability of a group come from its card.
  const ownCard = row.type === 'grouped' ? cards.find((card) => card.id === row.id) : undefined;
  return {
    ...row,
    master: views.find((view) => view.id === row.id) ?? toVariationView(master, master, row, context),
    variations,
    priceRange: ownCard ? ownCard.priceRange : toPriceRange(priced.map((view) => view.price)),
    availability: findBestState(row.type, ownCard ? [ownCard.inStock ? 'in' : 'out'] : states),
    unitPrice: findUnitPrice(
      offers.filter(({ id }) => priced.some((view) => view.id === id)),
      priced,
      master,
    ),
    onSale: ownCard?.onSale ?? priced.some((view) => typeof view.price?.sale === 'number'),
    upsells: getLinkedCards('upsell'),
    grouped: getLinkedCards('grouped'),
    addons: showAddons(row, offered, context.display),
    nextChangeAt: findEarliestDate([
      findNextPriceChange(offers.map(readOffer), context.now),
      ...views.map(({ eventDate }) => (eventDate && isBookable(eventDate, context.now) ? eventDate.startsAt : null)),
      ...cards.map((card) => card.nextChangeAt),
    ]),
    cacheTags: [
      productCacheTag(row.id),
      swatchesCacheTag,
      ...row.breadcrumb.map((step) => categoryCacheTag(step.id)),
      ...cards.map((card) => cardCacheTag(card.id)),
      ...context.display.cacheTags,
    ],
  };
}

function findUnitPrice(
  offers: readonly VariationRow[],
  views: readonly VariationView[],
  master: VariationRow,
): UnitPrice | null {
  const prices = offers.flatMap((offer) => {
    const price = views.find(({ id }) => id === offer.id)?.price;
    const { unit, unitAmount } = offer.unit === null ? master : offer;
    if (!price || unit === null || unitAmount === null) return [];
    return [{ unit, amount: Math.round(price.current / unitAmount), currency: price.currency }];
  });
  const [first] = prices;
  if (!first || prices.length < views.length || prices.some(({ unit }) => unit !== first.unit)) return null;
  const amounts = prices.map(({ amount }) => amount);
  const { unit, currency } = first;
  return { unit, currency, min: Math.min(...amounts), max: Math.max(...amounts) };
}

/** Returns the best stock state, as `product_listing` does: an external product without a price is available. */
function findBestState(type: ProductType, states: readonly StockState[]): StockState {
  if (states.length === 0) return type === 'external' ? 'in' : 'out';
  return (['in', 'backorder'] as const).find((state) => states.includes(state)) ?? 'out';
}

/**
 * Add-ons have one price for all variations. They use the tax class of the variations if all have the same one,
 * otherwise that of the product.
 */
function showAddons(
  { addons, taxStatus, taxClass }: Pick<ProductViewRow, 'addons' | 'taxStatus' | 'taxClass'>,
  offered: readonly VariationView[],
  display: PriceDisplay,
): readonly AddonDefinition[] {
  const [common = taxClass, ...others] = new Set(offered.map((variation) => variation.taxClass));
  const shownClass = others.length > 0 ? taxClass : common;
  return addons.map((addon) => toShownAddon(addon, display, taxStatus === 'taxable' ? shownClass : null));
}

function toVariationView(
  row: VariationRow,
  master: VariationRow,
  { images, taxStatus, taxClass: productTaxClass }: Pick<ProductViewRow, 'images' | 'taxStatus' | 'taxClass'>,
  { now, display }: PriceContext,
): VariationView {
  const offer = readOffer(row);
  const eventDate = readEventDate(row.eventDate);
  const taxClass = row.taxClass ?? productTaxClass;
  const taxedClass = taxStatus === 'taxable' ? taxClass : null;
  const entered = toPriceView(offer, now);
  const sale = toSaleView(offer, now);
  const index = images.findIndex((image) => image.id === row.imageId);
  return {
    id: row.id,
    terms: row.terms,
    price: entered && toShownPrice(entered, display, taxedClass),
    stock: isBookable(eventDate, now) ? toStockDisplay(offer) : nothingLeft,
    imageIndex: index < 0 ? null : index,
    sku: row.sku ?? master.sku,
    weightGrams: row.weightGrams ?? master.weightGrams,
    size: toSize(row) ?? toSize(master),
    description: row.description,
    virtual: row.virtual,
    downloadable: row.downloadable,
    gtin: row.gtin,
    sale: sale && toShownSale(sale, display, taxedClass),
    enteredPrice: entered?.current ?? null,
    taxClass,
    eventDate,
  };
}

const nothingLeft: StockDisplay = { state: 'out', left: null, max: 0 };

function toSaleView({ salePrice, saleFrom, saleTo }: ScheduledPrice, now: Date): SaleView | null {
  if (salePrice === null || (saleTo !== null && saleTo <= now)) return null;
  return { price: salePrice, from: saleFrom, to: saleTo };
}

function toSize({ lengthMm, widthMm, heightMm }: VariationRow): SizeMm | null {
  if (lengthMm === null && widthMm === null && heightMm === null) return null;
  return { length: lengthMm, width: widthMm, height: heightMm };
}
