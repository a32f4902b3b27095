import type { DemoAddon, DemoImage, DemoProduct, DemoVariation } from '../loaders/demo-catalogue.ts';

type Needed = 'slug' | 'sku' | 'name' | 'shortDescription' | 'description' | 'categories' | 'images';

/** A simple, published product with these fields instead of the defaults. */
export function createProduct(fields: Pick<DemoProduct, Needed> & Partial<DemoProduct>): DemoProduct {
  return {
    type: 'simple',
    status: 'published',
    visibility: 'visible',
    featured: false,
    tags: [],
    attributes: [],
    variations: [],
    regularPrice: null,
    stock: { status: 'in' },
    weightGrams: null,
    sizeMm: null,
    addons: [],
    upsells: [],
    crossSells: [],
    grouped: [],
    downloads: [],
    virtual: false,
    downloadable: false,
    soldIndividually: false,
    taxStatus: 'taxable',
    taxClass: 'standard',
    purchaseNote: null,
    ...fields,
  };
}

type Stock = DemoProduct['stock'];

/** Managed stock; low when `lowStockThreshold` are left. */
export function createStock(onHand: number, lowStockThreshold = 3, backorders: 'no' | 'notify' | 'yes' = 'no'): Stock {
  return { onHand, backorders, lowStockThreshold };
}

/** The only glaze of a product. */
export function createGlazeAttribute(glaze: string): DemoProduct['attributes'] {
  return [{ slug: 'glaze', terms: [glaze], variation: false, visible: true }];
}

/** An attribute for variations. */
export function createVariationAttribute(attribute: string, terms: string[]): DemoProduct['attributes'] {
  return [{ slug: attribute, terms, variation: true, visible: true }];
}

/** A variation for each glaze in `onHand`, with its own front view. */
export function createGlazeVariations(
  sku: string,
  price: number,
  images: DemoImage[],
  onHand: Record<string, number>,
  lowStockThreshold = 4,
): DemoVariation[] {
  return Object.entries(onHand).map(([glaze, count]) => ({
    sku: `${sku}-${glaze.slice(0, 3).toUpperCase()}`,
    options: { glaze },
    regularPrice: price,
    stock: createStock(count, lowStockThreshold),
    image: images.find(({ file }) => file.endsWith(`/front-${glaze}.jpg`)),
  }));
}

/** @param views alternative text by name of the view */
export function createImages(slug: string, views: Record<string, string>): DemoImage[] {
  return Object.entries(views).map(([view, alt]) => ({ file: `${slug}/${view}.jpg`, alt }));
}

export const giftWrap: DemoAddon = {
  name: 'gift_wrap',
  kind: 'checkbox',
  label: 'Wrap it as a present',
  help: 'Unbleached paper, cotton tape, a plain card.',
  price: 450,
};

export const initials: DemoAddon = {
  name: 'initials',
  kind: 'text',
  label: 'Stamped initials',
  help: 'Up to three letters in gold, stamped on the foot.',
  maxLength: 3,
  price: 900,
};
