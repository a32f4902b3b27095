import type { VariationInput } from '#features/catalog/index.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';

/** Converts the fields of a variation, which a product has in its master. */
export function toVariationFields(row: ParsedRow): VariationInput {
  return {
    sku: row.sku,
    gtin: row.gtin,
    regularPrice: row.regularPrice,
    salePrice: row.salePrice,
    saleFrom: row.saleFrom,
    saleTo: row.saleTo,
    weightGrams: row.weightGrams,
    lengthMm: row.lengthMm,
    widthMm: row.widthMm,
    heightMm: row.heightMm,
    virtual: row.virtual,
    downloadable: row.downloadable,
    downloadLimit: row.downloadLimit,
    downloadExpiryDays: row.downloadExpiryDays,
    downloads: row.downloads,
    eventStartsAt: row.eventStartsAt,
    eventEndsAt: row.eventEndsAt,
    eventTimeZone: row.eventTimeZone,
    eventPlace: row.eventPlace,
    eventUrl: row.eventUrl,
    stock: row.stock,
  };
}
