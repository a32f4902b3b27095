import type { ProductRecord, VariationRecord } from './product-records.ts';

export function createDefaultProduct(id: number): ProductRecord {
  return {
    id,
    ...{
      type: 'simple',
      status: 'draft',
      visibility: 'visible',
      slug: '',
      name: '',
      shortDescription: '',
      description: '',
    },
    ...{
      featured: false,
      soldIndividually: false,
      reviewsAllowed: true,
      purchaseNote: '',
      taxStatus: 'taxable',
      taxClass: 'standard',
    },
    ...{
      shippingClassId: null,
      externalUrl: null,
      buttonText: '',
      position: 0,
      publishedAt: null,
      importId: null,
      meta: {},
    },
    ...{
      categories: [],
      tags: [],
      brands: [],
      images: [],
      attributes: [],
      upsells: [],
      crossSells: [],
      grouped: [],
      addons: [],
    },
  };
}

export function createDefaultVariation(id: number, productId: number, currency: string): VariationRecord {
  return {
    ...{ id, productId, currency, position: 0, enabled: true, sku: null, gtin: null },
    ...{ regularPrice: null, salePrice: null, saleFrom: null, saleTo: null },
    ...{ weightGrams: null, lengthMm: null, widthMm: null, heightMm: null },
    ...{
      virtual: false,
      downloadable: false,
      downloadLimit: null,
      downloadExpiryDays: null,
      taxClass: null,
      shippingClassId: null,
    },
    ...{ description: '', imageId: null, remoteImageId: null, importId: null, meta: {}, terms: [], downloads: [] },
    stock: { own: true, managed: false, onHand: 0, backorders: 'no', lowStockThreshold: null, status: 'in' },
  };
}
