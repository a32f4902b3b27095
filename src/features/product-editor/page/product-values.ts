import type { ProductInput, ProductSafety, SafetyContact } from '#features/catalog/index.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { toAddonValues } from './addon-fields.ts';
import type { createProductFields } from './product-fields.ts';
import type { ProductSubject } from './product-subject.ts';

export type ProductValues = ValuesOf<ReturnType<typeof createProductFields>>;

const noContact = { name: '', address: '', contact: '' };

export const newProductValues: ProductValues = {
  ...{ name: '', slug: '', type: 'simple', status: 'draft', visibility: 'visible', publishAt: null, featured: false },
  ...{ shortDescription: '', description: '', images: [], dropRemote: undefined, categories: [], brands: [], tags: [] },
  ...{ regularPrice: null, salePrice: null, saleFrom: null, saleTo: null, unitAmount: null, unit: '' },
  ...{ taxStatus: 'taxable', taxClass: 'standard', sku: '', gtin: '' },
  ...{ managed: false, onHand: 0, lowStockThreshold: null, backorders: 'no', stockReason: '', stockStatus: 'in' },
  ...{ soldIndividually: false, minQuantity: 1, maxQuantity: null, quantityStep: 1, virtual: false },
  ...{ weightGrams: null, lengthMm: null, widthMm: null, heightMm: null, shippingClassId: null },
  // Default true: whoever types options into a new product wants variations made of them.
  ...{ options: [], generate: true, addons: [] },
  ...{ downloadable: false, downloads: [], downloadLimit: null, downloadExpiryDays: null },
  ...{ eventStartsAt: null, eventEndsAt: null, eventTimeZone: '', eventPlace: '', eventUrl: '' },
  ...{ upsells: [], crossSells: [], grouped: [], externalUrl: '', buttonText: '' },
  ...{ seoTitle: '', seoDescription: '', manufacturer: noContact, responsible: noContact },
  ...{ purchaseNote: '', reviewsAllowed: true, position: 0 },
};

const toIso = (date: Date | null) => date?.toISOString() ?? null;
const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));

/**
 * Writes terms in one line, separated by commas, or by bars when a name has a comma. A single name with a comma gets
 * a bar at its end.
 */
export function writeTerms(terms: readonly { readonly name: string }[]): string {
  const names = terms.map(({ name }) => name);
  if (!names.some((name) => name.includes(','))) return names.join(', ');
  return names.length === 1 ? `${names[0]} |` : names.join(' | ');
}
export const readTerms = (typed: string): string[] => {
  const names = typed.split(typed.includes('|') ? '|' : ',').map((name) => name.trim());
  return [...new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name])).values()];
};

export function toProductValues({ product, master, attributes, pictures, remotes }: ProductSubject): ProductValues {
  const { managed, onHand, lowStockThreshold, backorders, status } = master.stock;
  const { manufacturer, responsible } = product.safety;
  return {
    ...product,
    publishAt: toIso(product.publishAt),
    images: pictures,
    dropRemote: remotes.length > 0 ? false : undefined,
    ...{
      sku: master.sku ?? '',
      gtin: master.gtin ?? '',
      regularPrice: master.regularPrice,
      salePrice: master.salePrice,
    },
    ...{ saleFrom: toIso(master.saleFrom), saleTo: toIso(master.saleTo) },
    ...{ unitAmount: master.unitAmount, unit: master.unit ?? '' },
    ...{
      managed,
      onHand,
      lowStockThreshold,
      backorders,
      stockReason: '',
      stockStatus: status,
      virtual: master.virtual,
    },
    ...{
      weightGrams: master.weightGrams,
      lengthMm: master.lengthMm,
      widthMm: master.widthMm,
      heightMm: master.heightMm,
    },
    options: product.attributes.map(({ attributeId, visible, forVariations }) => {
      const named = attributes.find(({ id }) => id === attributeId);
      const terms = writeTerms(named?.terms ?? []);
      return { name: named?.name ?? '', terms, visible, forVariations };
    }),
    generate: false,
    addons: product.addons.map((addon) => toAddonValues(addon, master.currency)),
    ...{ downloadable: master.downloadable, downloads: master.downloads },
    ...{ downloadLimit: master.downloadLimit, downloadExpiryDays: master.downloadExpiryDays },
    ...{ eventStartsAt: toIso(master.eventStartsAt), eventEndsAt: toIso(master.eventEndsAt) },
    ...{
      eventTimeZone: master.eventTimeZone ?? '',
      eventPlace: master.eventPlace ?? '',
      eventUrl: master.eventUrl ?? '',
    },
    externalUrl: product.externalUrl ?? '',
    ...{ manufacturer: manufacturer ?? noContact, responsible: responsible ?? noContact },
  };
}

const toContact = (typed: SafetyContact): SafetyContact | null =>
  typed.name === '' && typed.address === '' && typed.contact === '' ? null : { ...typed };

/** Without contacts returns null: `{}` and an object of two nulls would be two values for the same state. */
function toSafety({ manufacturer, responsible }: ProductValues): ProductSafety {
  const contacts = { manufacturer: toContact(manufacturer), responsible: toContact(responsible) };
  return Object.fromEntries(Object.entries(contacts).filter(([, contact]) => contact !== null));
}

type OwnInput = Omit<ProductInput, 'id' | 'attributes' | 'addons' | 'images'>;

/** Converts the fields that need neither a database query nor a file. */
export function toProductInput(values: ProductValues): OwnInput {
  const { name, slug, featured, shortDescription, description, soldIndividually, buttonText } = values;
  return {
    ...{ name, slug, featured, shortDescription, description, soldIndividually, buttonText },
    ...{ type: values.type || 'simple', status: values.status || 'draft', visibility: values.visibility || 'visible' },
    ...{ publishAt: toDate(values.publishAt), categories: values.categories, brands: values.brands, tags: values.tags },
    ...{ taxStatus: values.taxStatus || 'taxable', taxClass: values.taxClass, shippingClassId: values.shippingClassId },
    ...{
      minQuantity: values.minQuantity ?? 1,
      maxQuantity: values.maxQuantity,
      quantityStep: values.quantityStep ?? 1,
    },
    ...{ upsells: values.upsells, crossSells: values.crossSells, grouped: values.grouped },
    ...{ externalUrl: values.externalUrl || null, seoTitle: values.seoTitle, seoDescription: values.seoDescription },
    ...{ purchaseNote: values.purchaseNote, reviewsAllowed: values.reviewsAllowed, position: values.position ?? 0 },
    safety: toSafety(values),
    master: {
      ...{ sku: values.sku || null, gtin: values.gtin || null },
      ...{ regularPrice: values.regularPrice, salePrice: values.salePrice },
      ...{ saleFrom: toDate(values.saleFrom), saleTo: toDate(values.saleTo) },
      ...{ unitAmount: values.unitAmount, unit: values.unit || null, virtual: values.virtual },
      ...{ weightGrams: values.weightGrams, lengthMm: values.lengthMm },
      ...{ widthMm: values.widthMm, heightMm: values.heightMm },
      ...{ downloadable: values.downloadable, downloads: values.downloads },
      ...{ downloadLimit: values.downloadLimit, downloadExpiryDays: values.downloadExpiryDays },
      ...{ eventStartsAt: toDate(values.eventStartsAt), eventEndsAt: toDate(values.eventEndsAt) },
      ...{ eventTimeZone: values.eventTimeZone || null, eventPlace: values.eventPlace || null },
      eventUrl: values.eventUrl || null,
      stock: {
        ...{ managed: values.managed, onHand: values.onHand ?? 0, lowStockThreshold: values.lowStockThreshold },
        ...{ backorders: values.backorders || 'no', status: values.stockStatus || 'in' },
      },
    },
  };
}
