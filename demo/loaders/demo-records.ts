import type {
  AttributeInput,
  ProductInput,
  ProductVariationInput,
  RecordChanges,
  SaveResult,
  StockRecord,
  VariationInput,
} from '#features/catalog/index.ts';
import { toNameKey } from '#features/catalog/index.ts';
import type { DemoPrice, DemoProduct, DemoStock, DemoVariation } from './demo-catalogue.ts';

/** Ids by slug; tags by name, terms by attribute id and slug, images by file. */
export interface NamedIds {
  readonly categories: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly images: ReadonlyMap<string, number>;
}

export function requireId(ids: ReadonlyMap<string, number>, key: string, what: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the catalogue is wrong: there is no ${what} '${key}'`);
  return id;
}

export function requireSavedId(result: SaveResult | undefined, what: string): number {
  if (result?.ok) return result.id;
  const problems = (result?.problems ?? []).map(({ field, message }) => `${field} ${message}`);
  throw new Error(`the catalogue is wrong: ${what}: ${problems.join('; ')}`);
}

export function toProductInput(
  product: DemoProduct,
  position: number,
  currency: string,
  namedIds: NamedIds,
): ProductInput {
  return {
    slug: product.slug,
    name: product.name,
    type: product.type,
    status: product.status,
    visibility: product.visibility,
    featured: product.featured,
    shortDescription: product.shortDescription,
    description: product.description,
    soldIndividually: product.soldIndividually,
    taxStatus: product.taxStatus,
    taxClass: product.taxClass,
    position,
    purchaseNote: product.purchaseNote ?? '',
    externalUrl: product.externalUrl ?? null,
    buttonText: product.buttonText,
    categories: product.categories.map((category) => requireId(namedIds.categories, category, 'category')),
    tags: product.tags.map((tag) => requireId(namedIds.tags, toNameKey(tag), 'tag')),
    images: product.images.map(({ file }) => ({ mediaId: requireId(namedIds.images, file, 'image'), remoteId: null })),
    attributes: product.attributes.map((attribute) => toAttributeInput(attribute, namedIds)),
    addons: product.addons.map(
      ({
        name: key,
        kind,
        label,
        help = '',
        required = false,
        maxLength = null,
        price = 0,
        options = [],
        fileRule,
      }) => {
        return { key, kind, label, help, required, maxLength, price, options, ...(fileRule ? { fileRule } : {}) };
      },
    ),
    master: {
      ...toPriceFields(product, currency),
      ...toSizeFields(product.sizeMm),
      sku: product.sku,
      weightGrams: product.weightGrams,
      virtual: product.virtual,
      downloadable: product.downloadable,
      stock: toStockFields(product.stock),
      downloads: product.downloads.map(({ name: title, file }) => ({ name: title, location: file })),
      downloadLimit: product.downloads[0]?.limit ?? null,
      downloadExpiryDays: product.downloads[0]?.expiryDays ?? null,
    },
  };
}

function toAttributeInput(
  { slug, terms, variation, visible }: DemoProduct['attributes'][number],
  namedIds: NamedIds,
): AttributeInput {
  const attributeId = requireId(namedIds.attributes, slug, 'attribute');
  return {
    attributeId,
    visible,
    forVariations: variation,
    terms: terms.map((term) => requireId(namedIds.terms, `${attributeId} ${term}`, 'term')),
  };
}

export function toVariationInput(
  variation: DemoVariation,
  productId: number,
  position: number,
  currency: string,
  namedIds: NamedIds,
): ProductVariationInput {
  return {
    ...toPriceFields(variation, currency),
    ...toSizeFields(variation.sizeMm ?? null),
    productId,
    position,
    sku: variation.sku,
    weightGrams: variation.weightGrams ?? null,
    stock: toStockFields(variation.stock),
    imageId: variation.image ? requireId(namedIds.images, variation.image.file, 'image') : null,
    terms: Object.entries(variation.options).map(([slug, term]) => {
      const attributeId = requireId(namedIds.attributes, slug, 'attribute');
      return {
        attributeId,
        termId: term === null ? null : requireId(namedIds.terms, `${attributeId} ${term}`, 'term'),
      };
    }),
  };
}

function toPriceFields({ regularPrice, salePrice, saleFrom, saleTo }: DemoPrice, currency: string): VariationInput {
  const moment = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return { currency, regularPrice, salePrice: salePrice ?? null, saleFrom: moment(saleFrom), saleTo: moment(saleTo) };
}

function toSizeFields(size: DemoProduct['sizeMm']): VariationInput {
  const [lengthMm, widthMm, heightMm] = size ?? [null, null, null];
  return { lengthMm, widthMm, heightMm };
}

function toStockFields(stock: DemoStock): RecordChanges<StockRecord> {
  if ('status' in stock) return { managed: false, status: stock.status };
  return {
    managed: true,
    onHand: stock.onHand,
    backorders: stock.backorders,
    lowStockThreshold: stock.lowStockThreshold,
  };
}
