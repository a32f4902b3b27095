import type { DemoAddon, DemoImage, DemoProduct, DemoVariation } from '../types.ts';

type Needed = 'slug' | 'sku' | 'name' | 'shortDescription' | 'description' | 'categories' | 'images';

/** A product with what most pieces have in common; whatever is given stands. */
export function piece(given: Pick<DemoProduct, Needed> & Partial<DemoProduct>): DemoProduct {
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
    ...given,
  };
}

type Stock = DemoProduct['stock'];

/** So many on the shelf; low when `lowStockThreshold` are left. */
export function shelf(onHand: number, lowStockThreshold = 3, backorders: 'no' | 'notify' | 'yes' = 'no'): Stock {
  return { onHand, backorders, lowStockThreshold };
}

/** The one glaze a piece comes in. */
export function only(glaze: string): DemoProduct['attributes'] {
  return [{ slug: 'glaze', terms: [glaze], variation: false, visible: true }];
}

/** Glazes to choose from. */
export function choice(attribute: string, terms: string[]): DemoProduct['attributes'] {
  return [{ slug: attribute, terms, variation: true, visible: true }];
}

/** A variation for each glaze with the number on the shelf, shown by its own front view. */
export function inEachGlaze(
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
    stock: shelf(count, lowStockThreshold),
    image: images.find(({ file }) => file.endsWith(`/front-${glaze}.jpg`)),
  }));
}

/** Pictures of a product by the names of its views, each with its words. */
export function pictures(slug: string, views: Record<string, string>): DemoImage[] {
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
  help: 'Up to three letters, pressed into the foot before firing. Adds about four weeks.',
  maxLength: 3,
  price: 900,
};
