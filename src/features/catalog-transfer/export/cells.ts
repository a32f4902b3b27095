import type { ProductRecord, VariationRecord } from '#features/catalog/index.ts';
import { readFolderUrl } from '#features/catalog/index.ts';
import { fileName, widthsFor } from '#platform/media/sizes.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { Layout, SingleHead } from './layout.ts';
import { type Names, referenceTo } from './names.ts';
import {
  flag,
  listCell,
  measureCell,
  momentCell,
  nameCell,
  number,
  pathCell,
  productNameCell,
  textCell,
} from './write-values.ts';

/** A row to be written: a product with its master, or one of its variations. */
export interface Item {
  readonly product: ProductRecord;
  readonly variation: VariationRecord;
}

export interface Surroundings {
  readonly layout: Layout;
  readonly names: Names;
  /** Of the shop, without a slash at its end. */
  readonly origin: string;
}

type Cells = Partial<Record<SingleHead, string>>;

const marks = { published: '1', private: '0', draft: '-1', pending: '2' } as const;
const stockMarks = { in: '1', out: '0', backorder: 'backorder' } as const;
const backorderMarks = { no: '0', yes: '1', notify: 'notify' } as const;

/** The cells of a row by their heads; what is left out is empty. */
export function cellsOf(item: Item, around: Surroundings): Readonly<Record<string, string>> {
  const isMaster = item.product.id === item.variation.id;
  return {
    ...sharedCells(item, around),
    ...(isMaster ? productCells(item, around) : variationCells(item, around)),
    ...numbered('Download', item.variation.downloads, ({ name, location }) => ({ name, URL: location })),
    ...meta(isMaster ? item.product.meta : item.variation.meta),
  };
}

/** What a variation has, and a product has in its master. */
function sharedCells({ variation }: Item, { names }: Surroundings): Cells {
  const { regularPrice, salePrice, currency, stock } = variation;
  const price = (amount: number | null) => (amount === null ? '' : toDecimal({ amount, currency }));
  const identity = names.numbers.get(variation.id);
  return {
    ID: identity?.number ?? '',
    SKU: variation.sku ?? '',
    'GTIN, UPC, EAN, or ISBN': variation.gtin ?? '',
    'Date sale price starts': momentCell(variation.saleFrom),
    'Date sale price ends': momentCell(variation.saleTo, true),
    'In stock?': stockMarks[stock.status],
    Stock: stock.own ? (stock.managed ? String(stock.onHand) : '') : 'parent',
    'Low stock amount': number(stock.lowAt),
    'Backorders allowed?': backorderMarks[stock.backorders],
    'Weight (kg)': measureCell(variation.weightGrams, 1000),
    'Length (cm)': measureCell(variation.lengthMm, 10),
    'Width (cm)': measureCell(variation.widthMm, 10),
    'Height (cm)': measureCell(variation.heightMm, 10),
    'Sale price': price(salePrice),
    'Regular price': price(regularPrice),
    'Download limit': number(variation.downloadLimit),
    'Download expiry days': number(variation.downloadExpiryDays),
  };
}

function typeCell(type: string, { virtual, downloadable }: VariationRecord): string {
  return listCell([type, ...(downloadable ? ['downloadable'] : []), ...(virtual ? ['virtual'] : [])]);
}

const taxClassCell = (taxClass: string | null) =>
  taxClass === null ? 'parent' : taxClass === 'standard' ? '' : taxClass;

function productCells({ product, variation }: Item, around: Surroundings): Cells & Record<string, string> {
  const { names } = around;
  const named = (ids: readonly number[], known: ReadonlyMap<number, string>) =>
    listCell(ids.map((id) => nameCell(known.get(id) ?? '')));
  const links = (ids: readonly number[]) => listCell(ids.map((id) => referenceTo(names.numbers.get(id))));
  return {
    Type: typeCell(product.type, variation),
    Name: productNameCell(product.name),
    Published: marks[product.status],
    'Is featured?': flag(product.featured),
    'Visibility in catalog': product.visibility,
    'Short description': textCell(product.shortDescription),
    Description: textCell(product.description),
    'Tax status': product.taxStatus,
    'Tax class': taxClassCell(product.taxClass),
    'Sold individually?': flag(product.soldIndividually),
    'Allow customer reviews?': flag(product.reviewsAllowed),
    'Purchase note': product.purchaseNote,
    Categories: listCell(product.categories.map((id) => pathCell(names.categories.get(id) ?? []))),
    Tags: named(product.tags, names.tags),
    Brands: listCell(product.brands.map((id) => pathCell([names.brands.get(id) ?? '']))),
    'Shipping class': nameCell(names.shippingClasses.get(product.shippingClassId ?? 0) ?? ''),
    Images: listCell(product.images.flatMap(({ mediaId, remoteId }) => pictureCell(mediaId, remoteId, around))),
    'Grouped products': links(product.grouped),
    Upsells: links(product.upsells),
    'Cross-sells': links(product.crossSells),
    'External URL': product.externalUrl ?? '',
    'Button text': product.buttonText,
    Position: String(product.position),
    Slug: product.slug,
    'Date published': momentCell(product.publishedAt),
    'Swatches Attributes': swatchesCell(product, around),
    'Add-ons': product.addons.length === 0 ? '' : JSON.stringify(product.addons),
    ...attributeCells(product, names),
  };
}

function variationCells({ product, variation }: Item, around: Surroundings): Cells & Record<string, string> {
  const { names } = around;
  const values = variation.terms.map(({ termId }) => names.terms.get(termId ?? 0)?.name ?? '');
  const picture = pictureCell(variation.imageId, variation.remoteImageId, around);
  return {
    Type: typeCell('variation', variation),
    Name: [product.name, values.filter((value) => value !== '').join(', ')].filter((part) => part !== '').join(' - '),
    Published: flag(variation.enabled),
    'Is featured?': '0',
    'Visibility in catalog': 'visible',
    Description: textCell(variation.description),
    'Tax status': product.taxStatus,
    'Tax class': taxClassCell(variation.taxClass),
    'Sold individually?': '0',
    'Allow customer reviews?': '0',
    'Shipping class': nameCell(names.shippingClasses.get(variation.shippingClassId ?? 0) ?? ''),
    Images: listCell(picture),
    Parent: referenceTo(names.numbers.get(product.id)),
    Position: String(variation.position),
    ...numbered('Attribute', inOrder(product, variation), ({ attributeId, termId }) => {
      const attribute = names.attributes.get(attributeId);
      return {
        name: nameCell(attribute?.name ?? ''),
        'value(s)': listCell(termId === null ? [] : [nameCell(names.terms.get(termId)?.name ?? '')]),
        global: flag(attribute?.global ?? false),
      };
    }),
  };
}

/** Attributes stand in a variation's row as they do in its product's. */
function inOrder({ attributes }: ProductRecord, { terms }: VariationRecord): VariationRecord['terms'] {
  return attributes.flatMap(({ attributeId }) => terms.find((one) => one.attributeId === attributeId) ?? []);
}

/** The address under which it came, its name in the folder in which it is still looked for, or the shop's own address of it. */
function pictureCell(mediaId: number | null, remoteId: number | null, { names, origin }: Surroundings): string[] {
  const remote = remoteId === null ? undefined : names.remotes.get(remoteId);
  const media = mediaId === null ? undefined : names.media.get(mediaId);
  const name = remote === undefined ? null : readFolderUrl(remote.url);
  if (remote !== undefined && name === null) return [remote.url];
  if (name !== null && !remote?.stored) return [name];
  if (!media) return [];
  return [`${origin}/media/${fileName(media.sha256, widthsFor(media.width).at(-1) ?? 1600, 'jpg')}`];
}

function attributeCells({ attributes }: ProductRecord, names: Names): Record<string, string> {
  return numbered('Attribute', attributes, ({ attributeId, visible, defaultTermId, terms }) => {
    const attribute = names.attributes.get(attributeId);
    const nameOf = (id: number) => nameCell(names.terms.get(id)?.name ?? '');
    return {
      name: nameCell(attribute?.name ?? ''),
      'value(s)': listCell(terms.map(nameOf)),
      visible: flag(visible),
      global: flag(attribute?.global ?? false),
      default: listCell(defaultTermId === null ? [] : [nameOf(defaultTermId)]),
    };
  });
}

function swatchesCell({ attributes }: ProductRecord, around: Surroundings): string {
  const shown = attributes.flatMap(({ attributeId, terms }) => {
    const attribute = around.names.attributes.get(attributeId);
    if (attribute?.kind !== 'swatch') return [];
    const swatches = terms.flatMap((id) => {
      const term = around.names.terms.get(id);
      if (!term || (term.swatch === null && term.imageId === null)) return [];
      const [image = ''] = term.imageUrl === null ? pictureCell(term.imageId, null, around) : [term.imageUrl];
      return [[term.name, { name: term.name, color: term.swatch ?? '', image }] as const];
    });
    if (swatches.length === 0) return [];
    const type = swatches.some(([, { image }]) => image !== '') ? 'image' : 'color';
    return [[attribute.name, { name: attribute.name, type, terms: Object.fromEntries(swatches) }] as const];
  });
  return shown.length === 0 ? '' : JSON.stringify(Object.fromEntries(shown));
}

function numbered<Value>(
  group: string,
  values: readonly Value[],
  parts: (value: Value) => Readonly<Record<string, string>>,
): Record<string, string> {
  const cells = values.flatMap((value, at) =>
    Object.entries(parts(value)).map(([part, cell]) => [`${group} ${at + 1} ${part}`, cell] as const),
  );
  return Object.fromEntries(cells);
}

function meta(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`Meta: ${key}`, value]));
}
