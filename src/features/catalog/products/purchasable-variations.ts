import type { StockDisplay, StockLevel } from '#features/inventory/index.ts';
import { getBackorderFrom, getMaxAvailable, toStockDisplay } from '#features/inventory/index.ts';
import type { AddonDefinition, PriceView, ReducedPrice } from '#features/pricing/index.ts';
import { toPriceView } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { EventDate, ProductStatus, ProductType, TaxStatus, TermView } from '../contract.ts';
import type { QuantityRule } from '../quantity-rule.ts';
import { isBookable } from './event-date.ts';
import {
  addonsJsonSql,
  anyOfSql,
  type EventDateRow,
  eventDateJsonSql,
  readEventDate,
  termJsonSql,
} from './sql-fragments.ts';

/**
 * An attribute of a variation: its term, or the terms from which the shopper chooses when the variation leaves it
 * open.
 */
export type VariationOption =
  | { readonly attribute: string; readonly name: string; readonly term: TermView; readonly terms?: undefined }
  | { readonly attribute: string; readonly name: string; readonly term: null; readonly terms: readonly TermView[] };

/** A variation with all data that a cart or an order needs. Amounts in minor units, weight in grams. */
export interface PurchasableVariation {
  readonly variationId: number;
  readonly productId: number;
  readonly stockId: number;
  readonly slug: string;
  readonly name: string;
  readonly sku: string | null;
  readonly type: ProductType;
  readonly status: ProductStatus;
  readonly options: readonly VariationOption[];
  readonly price: PriceView | null;
  readonly taxStatus: TaxStatus;
  readonly taxClass: string;
  /** Slug of the shipping class. */
  readonly shippingClass: string | null;
  readonly stock: StockDisplay;
  readonly soldIndividually: boolean;
  readonly quantityRule: QuantityRule;
  /** The quantity that the stock allows. Null means no limit. */
  readonly maxQuantity: number | null;
  /** See `getBackorderFrom` of inventory. */
  readonly backorderFrom: number | null;
  readonly weightGrams: number | null;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  /** HTML, sanitised when it was written; shown to buyers. */
  readonly purchaseNote: string;
  readonly image: MediaRow | null;
  readonly addons: readonly AddonDefinition[];
  /** Why the variation can't be bought now; null when it can. */
  readonly unavailableReason: 'NOT_FOR_SALE' | 'CHOOSE_OPTIONS' | 'EVENT_STARTED' | 'OUT_OF_STOCK' | null;
  readonly eventDate: EventDate | null;
}

type ReadFields = 'options' | 'price' | 'stock' | 'quantityRule' | 'backorderFrom' | 'image' | 'addons' | 'eventDate';

interface PurchasableVariationRow
  extends ReducedPrice,
    Omit<StockLevel, 'status'>,
    Omit<PurchasableVariation, ReadFields | 'unavailableReason'> {
  readonly enabled: boolean;
  readonly options: VariationOption[] | null;
  readonly stockStatus: StockLevel['status'];
  readonly minQuantity: number;
  /** The maximum of the quantity rule. */
  readonly maxQuantity: number | null;
  readonly quantityStep: number;
  /** Null without an image; the next five fields are then null, too. */
  readonly imageId: number | null;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly alt: string;
  readonly addons: AddonDefinition[] | null;
  readonly eventDate: EventDateRow | null;
}

const optionsJsonSql = `(select json_agg(json_build_object('attribute', a.slug, 'name', a.name,
        'term', (select ${termJsonSql} from attribute_terms t where t.id = vt.term_id),
        'terms', case when vt.term_id is null then (select coalesce(json_agg(${termJsonSql} order by pt.position, t.id), '[]')
          from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id
          where pt.product_id = vt.product_id and pt.attribute_id = vt.attribute_id) end) order by pa.position, a.id)
      from variation_terms vt join attributes a on a.id = vt.attribute_id
      join product_attributes pa on pa.product_id = vt.product_id and pa.attribute_id = vt.attribute_id
      where vt.variation_id = v.id)`;

// Selects columns instead of JSON, and no aggregates of empty sets: JSON of all prices, images and quantities took
// PostgreSQL half as long again.
const queryPurchasableVariations = sqlQuery<PurchasableVariationRow>(
  'catalog.purchasable-variations',
  `select v.id as "variationId", v.product_id as "productId", v.stock_id as "stockId", p.slug, p.name, v.sku, p.type, p.status, v.enabled,
    case when exists (select from variation_terms vt where vt.variation_id = v.id) then ${optionsJsonSql} end as options,
    o.regular_price as "regularPrice", o.sale_price as "salePrice", o.sale_from as "saleFrom", o.sale_to as "saleTo", o.prior_price as "priorPrice", o.currency,
    s.managed, s.on_hand as "onHand", s.backorders, s.low_stock_threshold as "lowStockThreshold", s.status as "stockStatus",
    p.tax_status as "taxStatus", coalesce(v.tax_class, p.tax_class)::text as "taxClass",
    (select c.slug from shipping_classes c where c.id = coalesce(v.shipping_class_id, p.shipping_class_id)) as "shippingClass",
    p.sold_individually as "soldIndividually", p.min_quantity as "minQuantity", p.max_quantity as "maxQuantity", p.quantity_step as "quantityStep",
    coalesce(v.weight_grams, m.weight_grams)::float8 as "weightGrams", v.virtual, v.downloadable, p.purchase_note as "purchaseNote",
    i.id as "imageId", i.sha256, i.width, i.height, i.color, i.alt,
    case when exists (select from product_addons a where a.product_id = p.id) then ${addonsJsonSql} end as addons, ${eventDateJsonSql} as "eventDate"
  from variations v join products p on p.id = v.product_id join variations m on m.id = p.id join stock_levels s on s.variation_id = v.stock_id
  left join main_prices o on o.variation_id = v.id
  left join platform.media i on i.id = coalesce(v.image_id, (select pi.media_id from product_images pi
    where pi.product_id = p.id and pi.media_id is not null order by pi.position limit 1))
  where v.id = ${anyOfSql('$1')}`,
);

/**
 * Loads any number of variations in one query. Unknown ids are missing from the result. The master of a variable
 * product has the reason `CHOOSE_OPTIONS`.
 */
export async function getPurchasableVariations(
  db: Db,
  variationIds: readonly number[],
  now: Date,
): Promise<Map<number, PurchasableVariation>> {
  if (variationIds.length === 0) return new Map();
  const rows = await queryPurchasableVariations(db, [[...new Set(variationIds)]]);
  return new Map(rows.map((row) => [row.variationId, toPurchasableVariation(row, now)]));
}

function toPurchasableVariation(row: PurchasableVariationRow, now: Date): PurchasableVariation {
  const { variationId, productId, stockId, slug, name, sku, type, status, enabled, options, stockStatus } = row;
  const { taxStatus, taxClass, shippingClass, soldIndividually, minQuantity, quantityStep, weightGrams } = row;
  const { virtual, downloadable, purchaseNote, imageId, sha256, width, height, color, alt, addons } = row;
  const { managed, onHand, backorders, lowStockThreshold } = row;
  const level = { managed, onHand, backorders, lowStockThreshold, status: stockStatus };
  const price = toPriceView(row, now);
  const available = getMaxAvailable(level);
  const eventDate = readEventDate(row.eventDate);
  const reason = getUnavailableReason(row, enabled && price !== null, available === 0);
  const isClosed = !isBookable(eventDate, now) && (reason === null || reason === 'OUT_OF_STOCK');
  return {
    ...{ variationId, productId, stockId, slug, name, sku, type, status, taxStatus, taxClass, shippingClass },
    ...{ soldIndividually, weightGrams, virtual, downloadable, purchaseNote, price, eventDate },
    options: (options ?? []).map((option) =>
      option.term === null ? option : { attribute: option.attribute, name: option.name, term: option.term },
    ),
    stock: toStockDisplay(level),
    quantityRule: { minQuantity, maxQuantity: row.maxQuantity, quantityStep },
    maxQuantity: soldIndividually && available !== 0 ? 1 : available,
    backorderFrom: getBackorderFrom(level),
    image: imageId === null ? null : { id: imageId, sha256, width, height, color, alt },
    addons: addons ?? [],
    unavailableReason: isClosed ? 'EVENT_STARTED' : reason,
  };
}

function getUnavailableReason(
  {
    type,
    status,
    variationId,
    productId,
  }: Pick<PurchasableVariationRow, 'type' | 'status' | 'variationId' | 'productId'>,
  isOffered: boolean,
  isSoldOut: boolean,
): PurchasableVariation['unavailableReason'] {
  if (status !== 'published' || type === 'grouped' || type === 'external') return 'NOT_FOR_SALE';
  const isMaster = variationId === productId;
  if (type === 'variable' && isMaster) return 'CHOOSE_OPTIONS';
  if (!isOffered || !(type === 'variable' || isMaster)) return 'NOT_FOR_SALE';
  return isSoldOut ? 'OUT_OF_STOCK' : null;
}
