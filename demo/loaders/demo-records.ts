import type {
  AttributeInput,
  ProductInput,
  ProductVariationInput,
  RecordChanges,
  StockRecord,
  VariationInput,
} from '#features/catalog/index.ts';
import { toNameKey } from '#features/catalog/index.ts';
import type { PlainPrice, PlainProduct, PlainStock, PlainVariation } from './plain-catalogue.ts';

/** Ids by slug; of tags by name, of terms by attribute id and slug, of images by file. */
export interface WordIds {
  readonly categories: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly images: ReadonlyMap<string, number>;
}

function idIn(ids: ReadonlyMap<string, number>, key: string, what: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the catalogue is wrong: there is no ${what} ${key}`);
  return id;
}

export function toProductInput(
  product: PlainProduct,
  position: number,
  currency: string,
  words: WordIds,
): ProductInput {
  const {
    slug,
    name,
    type,
    status,
    visibility,
    featured,
    shortDescription,
    description,
    soldIndividually,
    taxStatus,
    taxClass,
  } = product;
  return {
    ...{
      slug,
      name,
      type,
      status,
      visibility,
      featured,
      shortDescription,
      description,
      soldIndividually,
      taxStatus,
      taxClass,
      position,
    },
    ...{
      purchaseNote: product.purchaseNote ?? '',
      externalUrl: product.externalUrl ?? null,
      buttonText: product.buttonText,
    },
    categories: product.categories.map((category) => idIn(words.categories, category, 'category')),
    tags: product.tags.map((tag) => idIn(words.tags, toNameKey(tag), 'tag')),
    images: product.images.map(({ file }) => ({ mediaId: idIn(words.images, file, 'image'), remoteId: null })),
    attributes: product.attributes.map((attribute) => toAttribute(attribute, words)),
    addons: product.addons.map(
      ({ name: key, kind, label, help = '', required = false, maxLength = null, price = 0, options = [] }) => {
        return { key, kind, label, help, required, maxLength, price, options };
      },
    ),
    master: {
      ...priceOf(product, currency),
      ...sizeOf(product.sizeMm),
      ...{
        sku: product.sku,
        weightGrams: product.weightGrams,
        virtual: product.virtual,
        downloadable: product.downloadable,
      },
      stock: stockOf(product.stock),
      downloads: product.downloads.map(({ name: title, file }) => ({ name: title, location: file })),
      downloadLimit: product.downloads[0]?.limit ?? null,
      downloadExpiryDays: product.downloads[0]?.expiryDays ?? null,
    },
  };
}

function toAttribute(
  { slug, terms, variation, visible }: PlainProduct['attributes'][number],
  words: WordIds,
): AttributeInput {
  const attributeId = idIn(words.attributes, slug, 'attribute');
  return {
    attributeId,
    visible,
    forVariations: variation,
    terms: terms.map((term) => idIn(words.terms, `${attributeId} ${term}`, 'term')),
  };
}

export function toVariationInput(
  variation: PlainVariation,
  productId: number,
  position: number,
  currency: string,
  words: WordIds,
): ProductVariationInput {
  return {
    ...priceOf(variation, currency),
    ...sizeOf(variation.sizeMm ?? null),
    ...{ productId, position, sku: variation.sku, weightGrams: variation.weightGrams ?? null },
    stock: stockOf(variation.stock),
    imageId: variation.image ? idIn(words.images, variation.image.file, 'image') : null,
    terms: Object.entries(variation.options).map(([slug, term]) => {
      const attributeId = idIn(words.attributes, slug, 'attribute');
      return { attributeId, termId: term === null ? null : idIn(words.terms, `${attributeId} ${term}`, 'term') };
    }),
  };
}

function priceOf({ regularPrice, salePrice, saleFrom, saleTo }: PlainPrice, currency: string): VariationInput {
  const moment = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return { currency, regularPrice, salePrice: salePrice ?? null, saleFrom: moment(saleFrom), saleTo: moment(saleTo) };
}

function sizeOf(size: PlainProduct['sizeMm']): VariationInput {
  const [lengthMm, widthMm, heightMm] = size ?? [null, null, null];
  return { lengthMm, widthMm, heightMm };
}

function stockOf(stock: PlainStock): RecordChanges<StockRecord> {
  if ('status' in stock) return { managed: false, status: stock.status };
  return { managed: true, onHand: stock.onHand, backorders: stock.backorders, lowAt: stock.lowAt };
}
