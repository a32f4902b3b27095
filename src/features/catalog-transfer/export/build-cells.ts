import type { ProductRecord, VariationRecord } from '#features/catalog/index.ts';
import { readFolderUrl } from '#features/catalog/index.ts';
import { fileName, widthsFor } from '#platform/media/sizes.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { ExportLayout, SingleHead } from './export-layout.ts';
import {
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

/** A row of the export: a product with its master, or one of its variations. */
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

/** Builds the cells of a row by column head; omitted cells are empty. */
export function buildCells(item: ExportRow, around: CellContext): Readonly<Record<string, string>> {
  const isMaster = item.product.id === item.variation.id;
  return {
    ...buildSharedCells(item, around),
    ...(isMaster ? buildProductCells(item, around) : buildVariationCells(item, around)),
    ...buildNumberedCells('Download', item.variation.downloads, ({ name, location }) => ({ name, URL: location })),
    ...buildMetaCells(isMaster ? item.product.meta : item.variation.meta),
  };
}

/** Fields of a variation; a product has them in its master. */
function buildSharedCells({ variation }: ExportRow, { names }: CellContext): Cells {
  const { regularPrice, salePrice, currency, stock } = variation;
  const price = (amount: number | null) => (amount === null ? '' : toDecimal({ amount, currency }));
  const identity = names.numbers.get(variation.id);
  return {
    ID: identity?.number ?? '',
    SKU: variation.sku ?? '',
    'GTIN, UPC, EAN, or ISBN': variation.gtin ?? '',
    'Date sale price starts': formatMoment(variation.saleFrom),
    'Date sale price ends': formatMoment(variation.saleTo, true),
    'In stock?': stockMarks[stock.status],
    Stock: stock.own ? (stock.managed ? String(stock.onHand) : '') : 'parent',
    'Low stock amount': formatNumber(stock.lowStockThreshold),
    'Backorders allowed?': backorderMarks[stock.backorders],
    'Weight (kg)': formatMeasure(variation.weightGrams, 1000),
    'Length (cm)': formatMeasure(variation.lengthMm, 10),
    'Width (cm)': formatMeasure(variation.widthMm, 10),
    'Height (cm)': formatMeasure(variation.heightMm, 10),
    'Sale price': price(salePrice),
    'Regular price': price(regularPrice),
    'Download limit': formatNumber(variation.downloadLimit),
    'Download expiry days': formatNumber(variation.downloadExpiryDays),
  };
}

function formatType(type: string, { virtual, downloadable }: VariationRecord): string {
  return formatList([type, ...(downloadable ? ['downloadable'] : []), ...(virtual ? ['virtual'] : [])]);
}

const formatTaxClass = (taxClass: string | null) =>
  taxClass === null ? 'parent' : taxClass === 'standard' ? '' : taxClass;

function buildProductCells({ product, variation }: ExportRow, around: CellContext): Cells & Record<string, string> {
  const { names } = around;
  const named = (ids: readonly number[], known: ReadonlyMap<number, string>) =>
    formatList(ids.map((id) => formatName(known.get(id) ?? '')));
  const links = (ids: readonly number[]) => formatList(ids.map((id) => formatReference(names.numbers.get(id))));
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
    'Allow customer reviews?': formatFlag(product.reviewsAllowed),
    'Purchase note': product.purchaseNote,
    Categories: formatList(product.categories.map((id) => formatPath(names.categories.get(id) ?? []))),
    Tags: named(product.tags, names.tags),
    Brands: formatList(product.brands.map((id) => formatPath([names.brands.get(id) ?? '']))),
    'Shipping class': formatName(names.shippingClasses.get(product.shippingClassId ?? 0) ?? ''),
    Images: formatList(product.images.flatMap(({ mediaId, remoteId }) => listPictures(mediaId, remoteId, around))),
    'Grouped products': links(product.grouped),
    Upsells: links(product.upsells),
    'Cross-sells': links(product.crossSells),
    'External URL': product.externalUrl ?? '',
    'Button text': product.buttonText,
    Position: String(product.position),
    Slug: product.slug,
    'Date published': formatMoment(product.publishedAt),
    'Swatches Attributes': formatSwatches(product, around),
    'Add-ons': product.addons.length === 0 ? '' : JSON.stringify(product.addons),
    ...buildAttributeCells(product, names),
  };
}

function buildVariationCells({ product, variation }: ExportRow, around: CellContext): Cells & Record<string, string> {
  const { names } = around;
  const values = variation.terms.map(({ termId }) => names.terms.get(termId ?? 0)?.name ?? '');
  const picture = listPictures(variation.imageId, variation.remoteImageId, around);
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
    Images: formatList(picture),
    Parent: formatReference(names.numbers.get(product.id)),
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

/** Sorts a variation's terms like its product's attributes. */
function sortTerms({ attributes }: ProductRecord, { terms }: VariationRecord): VariationRecord['terms'] {
  return attributes.flatMap(({ attributeId }) => terms.find((one) => one.attributeId === attributeId) ?? []);
}

/** The URL it was imported from, its file name while it is missing, or its URL in this shop. */
function listPictures(mediaId: number | null, remoteId: number | null, { names, origin }: CellContext): string[] {
  const remote = remoteId === null ? undefined : names.remotes.get(remoteId);
  const media = mediaId === null ? undefined : names.media.get(mediaId);
  const name = remote === undefined ? null : readFolderUrl(remote.url);
  if (remote !== undefined && name === null) return [remote.url];
  if (name !== null && !remote?.stored) return [name];
  if (!media) return [];
  return [`${origin}/media/${fileName(media.sha256, widthsFor(media.width).at(-1) ?? 1600, 'jpg')}`];
}

function buildAttributeCells({ attributes }: ProductRecord, names: RecordNames): Record<string, string> {
  return buildNumberedCells('Attribute', attributes, ({ attributeId, visible, defaultTermId, terms }) => {
    const attribute = names.attributes.get(attributeId);
    const nameOf = (id: number) => formatName(names.terms.get(id)?.name ?? '');
    return {
      name: formatName(attribute?.name ?? ''),
      'value(s)': formatList(terms.map(nameOf)),
      visible: formatFlag(visible),
      global: formatFlag(attribute?.global ?? false),
      default: formatList(defaultTermId === null ? [] : [nameOf(defaultTermId)]),
    };
  });
}

function formatSwatches({ attributes }: ProductRecord, around: CellContext): string {
  const shown = attributes.flatMap(({ attributeId, terms }) => {
    const attribute = around.names.attributes.get(attributeId);
    if (attribute?.kind !== 'swatch') return [];
    const swatches = terms.flatMap((id) => {
      const term = around.names.terms.get(id);
      if (!term || (term.swatch === null && term.imageId === null)) return [];
      const [image = ''] = term.imageUrl === null ? listPictures(term.imageId, null, around) : [term.imageUrl];
      return [[term.name, { name: term.name, color: term.swatch ?? '', image }] as const];
    });
    if (swatches.length === 0) return [];
    const type = swatches.some(([, { image }]) => image !== '') ? 'image' : 'color';
    return [[attribute.name, { name: attribute.name, type, terms: Object.fromEntries(swatches) }] as const];
  });
  return shown.length === 0 ? '' : JSON.stringify(Object.fromEntries(shown));
}

function buildNumberedCells<Value>(
  group: string,
  values: readonly Value[],
  parts: (value: Value) => Readonly<Record<string, string>>,
): Record<string, string> {
  const cells = values.flatMap((value, at) =>
    Object.entries(parts(value)).map(([part, cell]) => [`${group} ${at + 1} ${part}`, cell] as const),
  );
  return Object.fromEntries(cells);
}

function buildMetaCells(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`Meta: ${key}`, value]));
}
