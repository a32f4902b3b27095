import type { DemoAddon, DemoImage, DemoProduct } from '../types.ts';

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
