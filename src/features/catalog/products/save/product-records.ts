import type { InferSelectModel } from 'drizzle-orm';
import type { products, variationPrices, variations } from '#features/catalog/tables.ts';
import type { StockLevel } from '#features/inventory/index.ts';
import type { AddonDefinition } from '#features/pricing/index.ts';

/** Columns that are computed or written elsewhere. */
type DerivedColumn =
  | 'priceMin'
  | 'priceMax'
  | 'priceChangesAt'
  | 'ratingSum'
  | 'ratingCount'
  | 'createdAt'
  | 'updatedAt';

export type ProductColumns = Omit<InferSelectModel<typeof products>, DerivedColumn>;

/** Prices of the main price list. A variation without a price has the shop's currency. */
type PriceColumns = Pick<InferSelectModel<typeof variationPrices>, 'currency' | 'salePrice' | 'saleFrom' | 'saleTo'> & {
  regularPrice: number | null;
};

export type VariationColumns = Omit<InferSelectModel<typeof variations>, 'stockId' | 'eventHasStarted'> & PriceColumns;

export interface ProductAttributeRecord {
  readonly attributeId: number;
  readonly visible: boolean;
  readonly forVariations: boolean;
  readonly defaultTermId: number | null;
  /** Ids of terms, in their order. */
  readonly terms: readonly number[];
}

/** An image of the media library, or a remote image (`remoteId`) that may already be fetched. */
export interface ImageRecord {
  readonly mediaId: number | null;
  readonly remoteId: number | null;
}

/** A product as stored. Its lists are ordered and contain ids. */
export interface ProductRecord extends ProductColumns {
  categories: readonly number[];
  tags: readonly number[];
  brands: readonly number[];
  images: readonly ImageRecord[];
  attributes: readonly ProductAttributeRecord[];
  upsells: readonly number[];
  crossSells: readonly number[];
  grouped: readonly number[];
  addons: readonly AddonDefinition[];
}

export interface StockRecord extends StockLevel {
  /** False when the variation shares the master's stock. */
  readonly isOwn: boolean;
}

export interface VariationRecord extends VariationColumns {
  stock: StockRecord;
  /** A null `termId` stands for any term of the product. */
  terms: readonly { readonly attributeId: number; readonly termId: number | null }[];
  downloads: readonly { readonly name: string; readonly location: string }[];
}

/** Fields to change. Absent and undefined fields keep their value, or get the default in a new record. */
export type RecordChanges<Record> = { readonly [Field in keyof Record]?: Record[Field] | undefined };

export interface VariationInput extends RecordChanges<Omit<VariationRecord, 'id' | 'productId' | 'stock'>> {
  /** Undefined for a new variation. */
  readonly id?: number | undefined;
  readonly stock?: RecordChanges<StockRecord> | undefined;
}

/** Omitted fields keep their value, or get the default in a new record. */
export type AttributeInput = Pick<ProductAttributeRecord, 'attributeId' | 'terms'> &
  RecordChanges<ProductAttributeRecord>;

export interface ProductInput extends RecordChanges<Omit<ProductRecord, 'id' | 'attributes'>> {
  /** Undefined for a new product, which needs a name. */
  readonly id?: number | undefined;
  /** Id from `allocateCatalogIds`, for a new product to which other inputs refer. */
  readonly newId?: number | undefined;
  readonly attributes?: readonly AttributeInput[] | undefined;
  readonly master?: Omit<VariationInput, 'id'> | undefined;
}

export interface ProductProblem {
  readonly code:
    | 'INVALID'
    | 'NOT_FOUND'
    | 'SKU_TAKEN'
    | 'SLUG_TAKEN'
    | 'IMPORT_ID_TAKEN'
    | 'TERM_IN_USE'
    | 'TERMS_TAKEN'
    | 'TERM_NOT_OF_PRODUCT';
  /** Path of the input field, such as `master.salePrice`. */
  readonly field: string;
  /** Text for operators. */
  readonly message: string;
}

export type SaveResult =
  | { readonly ok: true; readonly id: number; readonly outcome: 'created' | 'updated' | 'unchanged' }
  | { readonly ok: false; readonly problems: readonly ProductProblem[] };
