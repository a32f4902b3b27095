import { lengthUnits, weightUnits } from './cell-values.ts';

/**
 * Column heads in lower case, except units in brackets, numbered columns and `meta:`. The last ones
 * are from plugins, or this shop's own, for fields that the format lacks.
 */
const singleColumns = {
  id: 'importId',
  type: 'type',
  sku: 'sku',
  'gtin, upc, ean, or isbn': 'gtin',
  name: 'name',
  published: 'published',
  'is featured?': 'featured',
  'visibility in catalog': 'visibility',
  'short description': 'shortDescription',
  description: 'description',
  'date sale price starts': 'saleFrom',
  'date sale price ends': 'saleTo',
  'tax status': 'taxStatus',
  'tax class': 'taxClass',
  'in stock?': 'inStock',
  stock: 'stock',
  'low stock amount': 'lowStock',
  'backorders allowed?': 'backorders',
  'sold individually?': 'soldIndividually',
  'minimum quantity': 'minQuantity',
  'maximum quantity': 'maxQuantity',
  'quantity step': 'quantityStep',
  'allow customer reviews?': 'reviewsAllowed',
  'purchase note': 'purchaseNote',
  'sale price': 'salePrice',
  'regular price': 'regularPrice',
  categories: 'categories',
  tags: 'tags',
  'tags (comma separated)': 'tags',
  'tags (space separated)': 'spacedTags',
  brands: 'brands',
  'shipping class': 'shippingClass',
  images: 'images',
  'download limit': 'downloadLimit',
  'download expiry days': 'downloadExpiryDays',
  parent: 'parent',
  'grouped products': 'grouped',
  upsells: 'upsells',
  'cross-sells': 'crossSells',
  'external url': 'externalUrl',
  'button text': 'buttonText',
  position: 'position',
  'swatches attributes': 'swatches',
  password: 'password',
  post_password: 'password',
  slug: 'slug',
  'date published': 'publishedAt',
  'event starts': 'eventStartsAt',
  'event ends': 'eventEndsAt',
  'event time zone': 'eventTimeZone',
  'event place': 'eventPlace',
  'event url': 'eventUrl',
  'add-ons': 'addons',
} as const;

const measureColumns = { weight: 'weight', length: 'length', width: 'width', height: 'height' } as const;

export type ColumnField = (typeof singleColumns)[keyof typeof singleColumns] | keyof typeof measureColumns;
type ColumnPart = 'name' | 'values' | 'visible' | 'global' | 'default' | 'url';

/** The columns of a file: which index holds which field. */
export interface Columns {
  readonly heads: readonly string[];
  readonly fields: ReadonlyMap<ColumnField, number>;
  /** Grams or millimetres per unit in the head. */
  readonly units: ReadonlyMap<ColumnField, number>;
  /** In the order of their numbers. */
  readonly attributes: readonly ReadonlyMap<ColumnPart, number>[];
  readonly downloads: readonly ReadonlyMap<ColumnPart, number>[];
  readonly meta: readonly { readonly key: string; readonly index: number }[];
  readonly unknownHeads: readonly string[];
  /** Heads that appear more than once. */
  readonly duplicateHeads: readonly string[];
}

export function readColumns(heads: readonly string[]): Columns {
  const fields = new Map<ColumnField, number>();
  const units = new Map<ColumnField, number>();
  const attributes = new Map<number, Map<ColumnPart, number>>();
  const downloads = new Map<number, Map<ColumnPart, number>>();
  const meta = new Map<string, number>();
  const unknownHeads: string[] = [];
  const duplicateHeads: string[] = [];
  for (const [index, originalHead] of heads.entries()) {
    const head = originalHead.trim().toLowerCase();
    const measure = parseMeasureHead(head);
    const numbered = parseNumberedHead(head);
    const setIndex = <Key>(indexes: Map<Key, number>, key: Key) => {
      if (indexes.has(key)) duplicateHeads.push(originalHead.trim());
      return indexes.set(key, index);
    };
    if (Object.hasOwn(singleColumns, head)) setIndex(fields, singleColumns[head as keyof typeof singleColumns]);
    else if (measure) {
      setIndex(fields, measure.field);
      units.set(measure.field, measure.unit);
    } else if (numbered) {
      const group = numbered.group === 'attribute' ? attributes : downloads;
      group.set(numbered.number, setIndex(group.get(numbered.number) ?? new Map<ColumnPart, number>(), numbered.part));
    } else if (head.startsWith('meta:')) setIndex(meta, originalHead.trim().slice(5).trim());
    else if (!isIgnoredHead(head)) unknownHeads.push(originalHead.trim());
  }
  return {
    heads,
    fields,
    units,
    unknownHeads,
    duplicateHeads,
    attributes: sortByNumber(attributes),
    downloads: sortByNumber(downloads),
    meta: [...meta].map(([key, index]) => ({ key, index })),
  };
}

function parseMeasureHead(head: string): { field: keyof typeof measureColumns; unit: number } | null {
  const [, name, unitName] = /^(weight|length|width|height)\s*\((\w+)\)$/.exec(head) ?? [];
  if (name === undefined || unitName === undefined) return null;
  const field = measureColumns[name as keyof typeof measureColumns];
  const unit = (field === 'weight' ? weightUnits : lengthUnits)[unitName];
  return unit === undefined ? null : { field, unit };
}

const columnParts: Readonly<Record<string, ColumnPart>> = {
  name: 'name',
  'value(s)': 'values',
  visible: 'visible',
  global: 'global',
  default: 'default',
  url: 'url',
};

function parseNumberedHead(head: string): { group: string; number: number; part: ColumnPart } | null {
  const [, group, number, part] =
    /^(attribute|download) (\d{1,3}) (name|value\(s\)|visible|global|default|url)$/.exec(head) ?? [];
  const columnPart = columnParts[part ?? ''];
  return group === undefined || columnPart === undefined ? null : { group, number: Number(number), part: columnPart };
}

/** Whether a lower-case head belongs to the format. */
export function isKnownHead(head: string): boolean {
  return Object.hasOwn(singleColumns, head) || parseMeasureHead(head) !== null || parseNumberedHead(head) !== null;
}

/** File ids of the exporting shop, and empty heads. */
function isIgnoredHead(head: string): boolean {
  return head === '' || /^download \d+ id$/.test(head);
}

function sortByNumber(groups: ReadonlyMap<number, ReadonlyMap<ColumnPart, number>>): ReadonlyMap<ColumnPart, number>[] {
  return [...groups].toSorted(([first], [second]) => first - second).map(([, group]) => group);
}
