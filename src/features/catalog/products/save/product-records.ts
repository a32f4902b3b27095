import type { InferSelectModel } from 'drizzle-orm';
import type { products, variations } from '#features/catalog/tables.ts';
import type { StockLevel } from '#features/inventory/index.ts';
import type { AddonDefinition } from '#features/pricing/index.ts';

/** Worked out, or kept by others. */
type DerivedColumn = 'priceMin' | 'priceMax' | 'priceTurnsAt' | 'ratingSum' | 'ratingCount' | 'createdAt' | 'updatedAt';

export type ProductColumns = Omit<InferSelectModel<typeof products>, DerivedColumn>;
export type VariationColumns = Omit<InferSelectModel<typeof variations>, 'stockId'>;

export interface ProductAttributeRecord {
  readonly attributeId: number;
  readonly visible: boolean;
  readonly forVariations: boolean;
  readonly defaultTermId: number | null;
  /** Ids, in order. */
  readonly terms: readonly number[];
}

/** A picture that the shop has, or one that a job is to fetch, or was fetched. */
export interface ImageRecord {
  readonly mediaId: number | null;
  readonly remoteId: number | null;
}

/** A product as it is written; lists are in order and hold ids. */
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
  /** False: the master's stock counts. */
  readonly own: boolean;
}

export interface VariationRecord extends VariationColumns {
  stock: StockRecord;
  /** `termId` null stands for any. */
  terms: readonly { readonly attributeId: number; readonly termId: number | null }[];
  downloads: readonly { readonly name: string; readonly location: string }[];
}

/** What is to change; what is absent or undefined stays, or gets its default. */
export type RecordChanges<Record> = { readonly [Field in keyof Record]?: Record[Field] | undefined };

export interface VariationInput extends RecordChanges<Omit<VariationRecord, 'id' | 'productId' | 'stock'>> {
  /** Absent: a new one. */
  readonly id?: number | undefined;
  readonly stock?: RecordChanges<StockRecord> | undefined;
}

/** What is left out of an attribute stays as it is, or gets its default. */
export type AttributeInput = Pick<ProductAttributeRecord, 'attributeId' | 'terms'> &
  RecordChanges<ProductAttributeRecord>;

export interface ProductInput extends RecordChanges<Omit<ProductRecord, 'id' | 'attributes'>> {
  /** Absent: a new one, which needs a name. */
  readonly id?: number | undefined;
  /** A number from `newIds` for a new product that others refer to already. */
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
    | 'TERM_NOT_OF_PRODUCT';
  /** Of the input, e.g. `master.salePrice`. */
  readonly field: string;
  /** For whoever runs the shop. */
  readonly message: string;
}

export type SaveResult =
  | { readonly ok: true; readonly id: number; readonly outcome: 'created' | 'updated' | 'unchanged' }
  | { readonly ok: false; readonly problems: readonly ProductProblem[] };
