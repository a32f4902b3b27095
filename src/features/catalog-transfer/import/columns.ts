import { lengthUnits, weightUnits } from './values.ts';

/**
 * Heads of the columns that stand alone, in small letters. Of the others: units in brackets, numbers, and `meta:`. The last ones are of plugins,
 * or this shop's own, for what the format has no column for.
 */
const singles = {
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
  'add-ons': 'addons',
} as const;

const measures = { weight: 'weight', length: 'length', width: 'width', height: 'height' } as const;

export type Field = (typeof singles)[keyof typeof singles] | keyof typeof measures;
type Part = 'name' | 'values' | 'visible' | 'global' | 'default' | 'url';

/** Which cell of a row holds what. */
export interface Columns {
  readonly heads: readonly string[];
  readonly fields: ReadonlyMap<Field, number>;
  /** Grams and millimetres of one, by the unit in the head. */
  readonly units: ReadonlyMap<Field, number>;
  /** By their number. */
  readonly attributes: readonly ReadonlyMap<Part, number>[];
  readonly downloads: readonly ReadonlyMap<Part, number>[];
  readonly meta: readonly { readonly key: string; readonly index: number }[];
  readonly unknown: readonly string[];
  /** Heads of columns for which there is an earlier one. */
  readonly twice: readonly string[];
}

export function readColumns(heads: readonly string[]): Columns {
  const fields = new Map<Field, number>();
  const units = new Map<Field, number>();
  const attributes = new Map<number, Map<Part, number>>();
  const downloads = new Map<number, Map<Part, number>>();
  const meta = new Map<string, number>();
  const unknown: string[] = [];
  const twice: string[] = [];
  for (const [index, written] of heads.entries()) {
    const head = written.trim().toLowerCase();
    const measure = measureOf(head);
    const numbered = numberedOf(head);
    const once = <Key>(places: Map<Key, number>, key: Key) => {
      if (places.has(key)) twice.push(written.trim());
      return places.set(key, index);
    };
    if (Object.hasOwn(singles, head)) once(fields, singles[head as keyof typeof singles]);
    else if (measure) {
      once(fields, measure.field);
      units.set(measure.field, measure.unit);
    } else if (numbered) {
      const group = numbered.group === 'attribute' ? attributes : downloads;
      group.set(numbered.number, once(group.get(numbered.number) ?? new Map<Part, number>(), numbered.part));
    } else if (head.startsWith('meta:')) once(meta, written.trim().slice(5).trim());
    else if (!isIgnored(head)) unknown.push(written.trim());
  }
  return {
    ...{ heads, fields, units, unknown, twice },
    ...{ attributes: inOrder(attributes), downloads: inOrder(downloads) },
    meta: [...meta].map(([key, index]) => ({ key, index })),
  };
}

function measureOf(head: string): { field: keyof typeof measures; unit: number } | null {
  const [, name, written] = /^(weight|length|width|height)\s*\((\w+)\)$/.exec(head) ?? [];
  if (name === undefined || written === undefined) return null;
  const field = measures[name as keyof typeof measures];
  const unit = (field === 'weight' ? weightUnits : lengthUnits)[written];
  return unit === undefined ? null : { field, unit };
}

const parts: Readonly<Record<string, Part>> = {
  name: 'name',
  'value(s)': 'values',
  visible: 'visible',
  global: 'global',
  default: 'default',
  url: 'url',
};

function numberedOf(head: string): { group: string; number: number; part: Part } | null {
  const [, group, number, part] =
    /^(attribute|download) (\d{1,3}) (name|value\(s\)|visible|global|default|url)$/.exec(head) ?? [];
  const known = parts[part ?? ''];
  return group === undefined || known === undefined ? null : { group, number: Number(number), part: known };
}

/** Whether a head, in small letters, is one of the format. */
export function isKnownHead(head: string): boolean {
  return Object.hasOwn(singles, head) || measureOf(head) !== null || numberedOf(head) !== null;
}

/** Numbers of files that only the exporting shop knows; an empty head. */
function isIgnored(head: string): boolean {
  return head === '' || /^download \d+ id$/.test(head);
}

function inOrder(groups: ReadonlyMap<number, ReadonlyMap<Part, number>>): ReadonlyMap<Part, number>[] {
  return [...groups].toSorted(([first], [second]) => first - second).map(([, group]) => group);
}
