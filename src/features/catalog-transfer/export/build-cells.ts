import type { ProductRecord, VariationRecord } from '#features/catalog/index.ts';
import { readFolderUrl } from '#features/catalog/index.ts';
import { createFileName, listWidths } from '#platform/media/sizes.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { ExportLayout, SingleHead } from './export-layout.ts';
import {
  formatDecimal,
  formatFlag,
  formatList,
  formatMeasure,
  formatMoment,
  formatName,
  formatNumber,
  formatPath,
  formatProductName,
  formatText,
} from './format-values.ts';
import { formatReference, type RecordNames } from './record-names.ts';

export interface ExportRow {
  readonly product: ProductRecord;
  readonly variation: VariationRecord;
}

export interface CellContext {
  readonly layout: ExportLayout;
  readonly names: RecordNames;
  /** Origin of the shop, without a trailing slash. */
  readonly origin: string;
}

type Cells = Partial<Record<SingleHead, string>>;

const statusMarks = { published: '1', private: '0', draft: '-1', pending: '2' } as const;
const stockMarks = { in: '1', out: '0', backorder: 'backorder' } as const;
const backorderMarks = { no: '0', yes: '1', notify: 'notify' } as const;

/** @returns cells by column head; cells that are left out are empty */
export function buildCells(row: ExportRow, context: CellContext): Readonly<Record<string, string>> {
  const isMaster = row.product.id === row.variation.id;
  return {
    ...buildSharedCells(row, context),
    ...(isMaster ? buildProductCells(row, context) : buildVariationCells(row, context)),
    ...buildNumberedCells('Download', row.variation.downloads, ({ name, location }) => ({ name, URL: location })),
    ...buildMetaCells(isMaster ? row.product.meta : row.variation.meta),
  };
}

/** Builds the cells for fields of a variation; a product has these fields in its master. */
function buildSharedCells({ variation }: ExportRow, { names }: CellContext): Cells {
  const { regularPrice, salePrice, currency, stock } = variation;
  const formatPrice = (amount: number | null) =>
    amount === null ? '' : formatDecimal(toDecimal({ amount, currency }));
  const identity = names.identities.get(variation.id);
  return {
    ID: identity?.exportedId ?? '',
    SKU: variation.sku ?? '',
    'GTIN, UPC, EAN, or ISBN': variation.gtin ?? '',
    'Date sale price starts': formatMoment(variation.saleFrom),
    'Date sale price ends': formatMoment(variation.saleTo, true),
    'In stock?': stockMarks[stock.status],
    Stock: stock.isOwn ? (stock.managed ? String(stock.onHand) : '') : 'parent',
    'Low stock amount': formatNumber(stock.lowStockThreshold),
    'Backorders allowed?': backorderMarks[stock.backorders],
    'Weight (kg)': formatMeasure(variation.weightGrams, 1000),
    'Length (cm)': formatMeasure(variation.lengthMm, 10),
    'Width (cm)': formatMeasure(variation.widthMm, 10),
    'Height (cm)': formatMeasure(variation.heightMm, 10),
    'Sale price': formatPrice(salePrice),
    'Regular price': formatPrice(regularPrice),
    'Event starts': formatMoment(variation.eventStartsAt),
    'Event ends': formatMoment(variation.eventEndsAt),
    'Event time zone': variation.eventTimeZone ?? '',
    'Event place': variation.eventPlace ?? '',
    'Event URL': variation.eventUrl ?? '',
    'Download limit': formatNumber(variation.downloadLimit),
    'Download expiry days': formatNumber(variation.downloadExpiryDays),
  };
}

function formatType(type: string, { virtual, downloadable }: VariationRecord): string {
  return formatList([type, ...(downloadable ? ['downloadable'] : []), ...(virtual ? ['virtual'] : [])]);
}

const formatTaxClass = (taxClass: string | null) =>
  taxClass === null ? 'parent' : taxClass === 'standard' ? '' : taxClass;

function buildProductCells({ product, variation }: ExportRow, context: CellContext): Cells & Record<string, string> {
  const { names } = context;
  const formatNames = (ids: readonly number[], namesById: ReadonlyMap<number, string>) =>
    formatList(ids.map((id) => formatName(namesById.get(id) ?? '')));
  const formatReferences = (ids: readonly number[]) =>
    formatList(ids.map((id) => formatReference(names.identities.get(id))));
  return {
    Type: formatType(product.type, variation),
    Name: formatProductName(product.name),
    Published: statusMarks[product.status],
    'Is featured?': formatFlag(product.featured),
    'Visibility in catalog': product.visibility,
    'Short description': formatText(product.shortDescription),
    Description: formatText(product.description),
    'Tax status': product.taxStatus,
    'Tax class': formatTaxClass(product.taxClass),
    'Sold individually?': formatFlag(product.soldIndividually),
    'Minimum quantity': String(product.minQuantity),
    'Maximum quantity': product.maxQuantity === null ? '' : String(product.maxQuantity),
    'Quantity step': String(product.quantityStep),
    'Allow customer reviews?': formatFlag(product.reviewsAllowed),
    'Purchase note': product.purchaseNote,
    Categories: formatList(product.categories.map((id) => formatPath(names.categories.get(id) ?? []))),
    Tags: formatNames(product.tags, names.tags),
    Brands: formatList(product.brands.map((id) => formatPath([names.brands.get(id) ?? '']))),
    'Shipping class': formatName(names.shippingClasses.get(product.shippingClassId ?? 0) ?? ''),
    Images: formatList(product.images.flatMap(({ mediaId, remoteId }) => listImageSources(mediaId, remoteId, context))),
    'Grouped products': formatReferences(product.grouped),
    Upsells: formatReferences(product.upsells),
    'Cross-sells': formatReferences(product.crossSells),
    'External URL': product.externalUrl ?? '',
    'Button text': product.buttonText,
    Position: String(product.position),
    Slug: product.slug,
    'Date published': formatMoment(product.publishedAt),
    'Swatches Attributes': formatSwatches(product, context),
    'Add-ons': product.addons.length === 0 ? '' : JSON.stringify(product.addons),
    ...buildAttributeCells(product, names),
  };
}

function buildVariationCells({ product, variation }: ExportRow, context: CellContext): Cells & Record<string, string> {
  const { names } = context;
  const values = variation.terms.map(({ termId }) => names.terms.get(termId ?? 0)?.name ?? '');
  const images = listImageSources(variation.imageId, variation.remoteImageId, context);
  return {
    Type: formatType('variation', variation),
    Name: [product.name, values.filter((value) => value !== '').join(', ')].filter((part) => part !== '').join(' - '),
    Published: formatFlag(variation.enabled),
    'Is featured?': '0',
    'Visibility in catalog': 'visible',
    Description: formatText(variation.description),
    'Tax status': product.taxStatus,
    'Tax class': formatTaxClass(variation.taxClass),
    'Sold individually?': '0',
    'Allow customer reviews?': '0',
    'Shipping class': formatName(names.shippingClasses.get(variation.shippingClassId ?? 0) ?? ''),
    Images: formatList(images),
    Parent: formatReference(names.identities.get(product.id)),
    Position: String(variation.position),
    ...buildNumberedCells('Attribute', sortTerms(product, variation), ({ attributeId, termId }) => {
      const attribute = names.attributes.get(attributeId);
      return {
        name: formatName(attribute?.name ?? ''),
        'value(s)': formatList(termId === null ? [] : [formatName(names.terms.get(termId)?.name ?? '')]),
        global: formatFlag(attribute?.global ?? false),
      };
    }),
  };
}

function sortTerms({ attributes }: ProductRecord, { terms }: VariationRecord): VariationRecord['terms'] {
  return attributes.flatMap(({ attributeId }) => terms.find((term) => term.attributeId === attributeId) ?? []);
}

/** Returns the URL from which the image was imported, its file name while it is missing, or its URL in this shop. */
function listImageSources(mediaId: number | null, remoteId: number | null, { names, origin }: CellContext): string[] {
  const remote = remoteId === null ? undefined : names.remoteImages.get(remoteId);
  const media = mediaId === null ? undefined : names.media.get(mediaId);
  const name = remote === undefined ? null : readFolderUrl(remote.url);
  if (remote !== undefined && name === null) return [remote.url];
  if (name !== null && !remote?.isStored) return [name];
  if (!media) return [];
  return [`${origin}/media/${createFileName(media.sha256, listWidths(media.width).at(-1) ?? 1600, 'jpg')}`];
}

function buildAttributeCells({ attributes }: ProductRecord, names: RecordNames): Record<string, string> {
  return buildNumberedCells('Attribute', attributes, ({ attributeId, visible, defaultTermId, terms }) => {
    const attribute = names.attributes.get(attributeId);
    const formatTermName = (id: number) => formatName(names.terms.get(id)?.name ?? '');
    return {
      name: formatName(attribute?.name ?? ''),
      'value(s)': formatList(terms.map(formatTermName)),
      visible: formatFlag(visible),
      global: formatFlag(attribute?.global ?? false),
      default: formatList(defaultTermId === null ? [] : [formatTermName(defaultTermId)]),
    };
  });
}

function formatSwatches({ attributes }: ProductRecord, context: CellContext): string {
  const attributeSwatches = attributes.flatMap(({ attributeId, terms }) => {
    const attribute = context.names.attributes.get(attributeId);
    if (attribute?.kind !== 'swatch') return [];
    const swatches = terms.flatMap((id) => {
      const term = context.names.terms.get(id);
      if (!term || (term.swatch === null && term.imageId === null)) return [];
      const [image = ''] = term.imageUrl === null ? listImageSources(term.imageId, null, context) : [term.imageUrl];
      return [[term.name, { name: term.name, color: term.swatch ?? '', image }] as const];
    });
    if (swatches.length === 0) return [];
    const type = swatches.some(([, { image }]) => image !== '') ? 'image' : 'color';
    return [[attribute.name, { name: attribute.name, type, terms: Object.fromEntries(swatches) }] as const];
  });
  return attributeSwatches.length === 0 ? '' : JSON.stringify(Object.fromEntries(attributeSwatches));
}

function buildNumberedCells<Value>(
  group: string,
  values: readonly Value[],
  toParts: (value: Value) => Readonly<Record<string, string>>,
): Record<string, string> {
  const cells = values.flatMap((value, index) =>
    Object.entries(toParts(value)).map(([part, cell]) => [`${group} ${index + 1} ${part}`, cell] as const),
  );
  return Object.fromEntries(cells);
}

function buildMetaCells(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`Meta: ${key}`, value]));
}
